// {{protocol}}

import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class Bot {
    static int neighbours(List<String> board, int row, int column, char kind) {
        int[][] steps = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        int count = 0;
        for (int[] step : steps) {
            int r = row + step[0];
            int c = column + step[1];
            boolean inside = r >= 0 && c >= 0 && r < board.size() && c < board.size();
            if (inside && board.get(r).charAt(c) == kind) {
                count++;
            }
        }
        return count;
    }

    static String choose(List<String> board, int[] prisoners, char me) {
        char rival = me == '1' ? '2' : '1';
        String best = "pass";
        int most = 0;
        for (int row = 0; row < board.size(); row++) {
            for (int column = 0; column < board.size(); column++) {
                int free = neighbours(board, row, column, '0');
                // {{legal}}
                if (board.get(row).charAt(column) != '0' || free == 0) {
                    continue;
                }
                // {{idea}}
                int value = 2 * neighbours(board, row, column, rival) + free;
                if (value > most) {
                    most = value;
                    best = (row + 1) + " " + (column + 1);
                }
            }
        }
        return best;
    }

    public static void main(String[] arguments) {
        // {{question}}
        Scanner input = new Scanner(System.in);
        List<String> board = new ArrayList<>();
        do {
            board.add(input.next());
        } while (board.size() < board.get(0).length());
        int[] prisoners = {input.nextInt(), input.nextInt()};
        char me = input.next().charAt(0);
        System.out.println(choose(board, prisoners, me));
    }
}

// {{protocol}}

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;

public class Bot {
    static Map<String, Character> pieces(String fen) {
        Map<String, Character> found = new HashMap<>();
        char file = 'a', row = '8';
        for (char letter : fen.split(" ")[0].toCharArray()) {
            if (letter == '/') {
                file = 'a';
                row--;
            } else if (Character.isDigit(letter)) {
                file += (char) (letter - '0');
            } else {
                found.put("" + file + row, Character.toLowerCase(letter));
                file++;
            }
        }
        return found;
    }

    static int worth(char piece) {
        switch (piece) {
            case 'p': return 1;
            case 'n': case 'b': return 3;
            case 'r': return 5;
            case 'q': return 9;
            default: return 0;
        }
    }

    static String choose(String fen, String[] moves) {
        Map<String, Character> there = pieces(fen);
        // {{idea}}
        String best = "";
        int most = -1;
        for (String move : moves) {
            Character taken = there.get(move.substring(2, 4));
            int value = taken == null ? 0 : worth(taken);
            if (move.endsWith("q")) value += 8;
            if (value >= most) {
                best = move;
                most = value;
            }
        }
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String fen = in.readLine(); fen != null; fen = in.readLine()) {
            // {{farewell}}
            if (fen.trim().equals("fin")) break;
            // {{question}}
            String moves = in.readLine();
            if (moves == null) break;
            // {{flush}}
            System.out.println(choose(fen, moves.trim().split(" ")));
            System.out.flush();
        }
    }
}

// {{protocol}}

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Bot {
    static int choose(int[] holes, int kalaha, int[] rivalHoles, int rivalKalaha, int slots) {
        // {{idea}}
        int best = 0;
        for (int hole = 5; hole >= 0; hole--) {
            if (holes[hole] == 6 - hole) {
                return hole;
            }
            if (holes[hole] >= holes[best]) {
                best = hole;
            }
        }
        return best;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String line;
        // {{farewell}}
        while ((line = input.readLine()) != null && !line.equals("fin")) {
            // {{question}}
            int[] numbers = Arrays.stream(line.trim().split(" ")).mapToInt(Integer::parseInt).toArray();
            int[] holes = Arrays.copyOfRange(numbers, 0, 6);
            int[] rivalHoles = Arrays.copyOfRange(numbers, 7, 13);
            System.out.println("R " + choose(holes, numbers[6], rivalHoles, numbers[13], numbers[14]));
            // {{flush}}
            System.out.flush();
        }
    }
}

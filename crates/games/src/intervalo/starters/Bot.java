// {{protocol}}

public class Bot {
    static int choose(String squares) {
        // {{idea}}
        int twiceMiddle = squares.length() + 1;
        int best = 0;
        for (int number = 1; number <= squares.length(); number++) {
            if (squares.charAt(number - 1) != '.') {
                continue;
            }
            int distance = Math.abs(2 * number - twiceMiddle);
            if (best == 0 || distance < Math.abs(2 * best - twiceMiddle)) {
                best = number;
            }
        }
        return best;
    }

    public static void main(String[] arguments) {
        // {{question}}
        System.out.println(choose(arguments[0]));
    }
}

// Bids a third of what is left.
// build: javac tercio.java
// run: java tercio
import java.util.Scanner;

class tercio {
    public static void main(String[] words) {
        Scanner input = new Scanner(System.in);
        int points = 50;
        while (true) {
            int bid = (points + 2) / 3;
            points -= bid;
            System.out.println(bid);
            if (!input.hasNextLine() || input.nextLine().equals("fin")) break;
        }
    }
}

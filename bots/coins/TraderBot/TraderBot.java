/**
 * TraderBot: rotates whenever it is the one who gets most out of it, and trades otherwise.
 *
 * <p>Each of its three actions looks at the table as it is by then. If it cannot rotate at a profit
 * nobody exceeds, it gets rid of its unflipped coins: three or more go back, fewer are flipped. With
 * none of them it takes as many as it can still flip in this turn.
 */
public final class TraderBot {
    private final int[] flipped;
    private final int[] unflipped;
    /** Whose stack is mine: a rotation moves no coins but the players, by one place. */
    private int place;
    private int centre;

    private TraderBot(String argument) {
        String[] fields = argument.split(";");
        centre = Integer.parseInt(fields[2]);
        flipped = new int[fields.length - 3];
        unflipped = new int[fields.length - 3];
        for (int player = 0; player < flipped.length; player++) {
            String[] stack = fields[player + 3].split("_");
            flipped[player] = Integer.parseInt(stack[2]);
            unflipped[player] = Integer.parseInt(stack[3]);
            if (stack[0].equals(fields[1])) {
                place = player;
            }
        }
    }

    public static void main(String[] arguments) {
        TraderBot bot = new TraderBot(arguments[0]);
        char[] turn = {bot.act(2), bot.act(1), bot.act(0)};
        System.out.println(turn);
    }

    /** Chooses an action, does it, and leaves so many more. */
    private char act(int left) {
        if (profitable(1)) {
            place = beside(1);
            return 'R';
        }
        if (profitable(-1)) {
            place = beside(-1);
            return 'T';
        }
        if (unflipped[place] >= 3) {
            unflipped[place] -= 3;
            centre += 3;
            return 'C';
        }
        if (unflipped[place] > 0) {
            unflipped[place]--;
            flipped[place]++;
            return 'F';
        }
        int coins = Math.min(left, centre);
        centre -= coins;
        unflipped[place] += coins;
        return "N12".charAt(coins);
    }

    /** Whether nobody scores more than I do, and I score, if all move on by so many places. */
    private boolean profitable(int step) {
        int own = worth(beside(step));
        for (int player = 0; player < flipped.length; player++) {
            // All stacks are received by somebody.
            if (worth(player) > own) {
                return false;
            }
        }
        return own > 0;
    }

    private int worth(int player) {
        return 2 * flipped[player] - unflipped[player];
    }

    private int beside(int step) {
        return Math.floorMod(place + step, flipped.length);
    }
}

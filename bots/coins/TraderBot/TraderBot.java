/**
 * TraderBot: rotates whenever it is the one who gets most out of it, and trades otherwise.
 *
 * <p>Each of its three actions looks at the table as it is by then. It compares the stack that it would
 * get with its own and with that of its other neighbour. If it cannot rotate at a profit that neither
 * exceeds, it puts its unflipped coins back, three at a time. The original takes coins, too; how many
 * and when, its description does not say.
 */
public final class TraderBot {
    private final int[] flipped;
    private final int[] unflipped;
    /** Whose stack is mine: a rotation moves no coins but the players, by one place. */
    private int place;

    private TraderBot(String argument) {
        String[] fields = argument.split(";");
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
        char[] turn = {bot.act(), bot.act(), bot.act()};
        System.out.println(turn);
    }

    /** Chooses an action and does it. */
    private char act() {
        if (profitable(1)) {
            place = beside(1);
            return 'R';
        }
        if (profitable(-1)) {
            place = beside(-1);
            return 'T';
        }
        int coins = Math.min(3, unflipped[place]);
        unflipped[place] -= coins;
        return "NABC".charAt(coins);
    }

    /** Whether I score by moving on by so many places, and neither what I hand on nor what I turn my
     * back on is worth more. */
    private boolean profitable(int step) {
        int own = worth(beside(step));
        return own > 0 && worth(place) <= own && worth(beside(-step)) <= own;
    }

    private int worth(int player) {
        return 2 * flipped[player] - unflipped[player];
    }

    private int beside(int step) {
        return Math.floorMod(place + step, flipped.length);
    }
}

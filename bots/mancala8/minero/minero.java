import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

/**
 * minero: grows a tree of matches played out at random (Monte Carlo tree search).
 *
 * Each trial walks down the tree, at each board to the move with the highest upper confidence bound
 * (UCT), adds one board to it and plays on at random to the end. The result is counted on the way
 * back. The move that was tried most often is played. The limit by poor rows (the sums over twelve
 * moves) is left out, as it depends on a past that is not told.
 */
final class minero {
    /** Trials for a move. */
    private static final int TRIALS = 30_000;
    /** How much is given for moves that were tried seldom. */
    private static final double CURIOSITY = 0.9;
    private static final int HOLES = 6, KALAHA = 6, PLACES = 14;
    /** The match ends here, the seeds in the Kalaha decide (the usual `max_slots`). */
    private static final int SLOTS = 60;

    /** Whoever is to move has the places 0 to 6, the other one 7 to 13. */
    private record Board(int[] places, int slots) {
        /** The board after this hole, seen by whoever moves then, and whether that is the same one. */
        Sown sow(int hole) {
            int[] next = places.clone();
            int seeds = next[hole], place = hole;
            next[hole] = 0;
            // No place is skipped, neither the other's Kalaha nor the hole that was emptied.
            for (; seeds > 0; seeds--) next[place = (place + 1) % PLACES]++;
            int facing = PLACES - 2 - place;
            if (place < HOLES && next[place] == 1 && next[facing] > 0) {
                next[KALAHA] += next[facing] + 1;
                next[place] = next[facing] = 0;
            }
            // The other's pass counts as a slot, too.
            if (place == KALAHA) return new Sown(new Board(next, slots + 2), true);
            return new Sown(new Board(next, slots + 1).exchanged(), false);
        }

        Board exchanged() {
            int[] other = new int[PLACES];
            for (int place = 0; place < PLACES; place++) other[place] = places[(place + 7) % PLACES];
            return new Board(other, slots);
        }

        boolean isOver() {
            return slots >= SLOTS || row(0) == 0 || row(7) == 0;
        }

        int row(int from) {
            int sum = 0;
            for (int place = from; place < from + HOLES; place++) sum += places[place];
            return sum;
        }

        /** What it ends with for whoever is to move: 1, 1/2 or 0. */
        double result() {
            int own = row(0) + places[KALAHA], other = row(7) + places[KALAHA + 7];
            if (row(0) > 0 && row(7) > 0) {
                // At the limit only more than half of all seeds, safe in the Kalaha, wins.
                own = 2 * places[KALAHA] > own + other ? 1 : 0;
                other = 2 * places[KALAHA + 7] > row(0) + places[KALAHA] + other ? 1 : 0;
            }
            return 0.5 + 0.5 * Integer.signum(own - other);
        }
    }

    /** A board after a move. */
    private record Sown(Board board, boolean again) {}

    /** A board in the tree, with what its trials came to for whoever is to move. */
    private static final class Node {
        final Board board;
        final Node[] children = new Node[HOLES];
        /** Whether the same player moves in a child. */
        final boolean[] again = new boolean[HOLES];
        int trials = 0;
        double won = 0;

        Node(Board board) {
            this.board = board;
        }
    }

    private final Random lots;

    private minero(Random lots) {
        this.lots = lots;
    }

    private int choose(Board board) {
        Node root = new Node(board);
        for (int trial = 0; trial < TRIALS; trial++) descend(root);
        int best = -1;
        for (int hole = 0; hole < HOLES; hole++) {
            Node child = root.children[hole];
            if (child != null && (best < 0 || child.trials > root.children[best].trials)) best = hole;
        }
        // If the match looks over, by an unusual limit, any seeds will do.
        for (int hole = 0; best < 0; hole++) if (board.places[hole] > 0) best = hole;
        return best;
    }

    /** One trial from here: what it came to for whoever is to move. */
    private double descend(Node node) {
        double result;
        if (node.board.isOver()) {
            result = node.board.result();
        } else {
            int hole = mostPromising(node);
            Node child = node.children[hole];
            double value;
            if (child == null) {
                Sown sown = node.board.sow(hole);
                node.again[hole] = sown.again;
                child = node.children[hole] = new Node(sown.board);
                value = playOut(sown.board);
                child.trials = 1;
                child.won = value;
            } else {
                value = descend(child);
            }
            result = node.again[hole] ? value : 1 - value;
        }
        node.trials++;
        node.won += result;
        return result;
    }

    /** An untried move, or the one with the highest upper confidence bound. */
    private int mostPromising(Node node) {
        int best = -1;
        double highest = -1;
        for (int hole = HOLES - 1; hole >= 0; hole--) {
            if (node.board.places[hole] == 0) continue;
            Node child = node.children[hole];
            if (child == null) return hole;
            double mean = child.won / child.trials;
            double bound = (node.again[hole] ? mean : 1 - mean)
                    + CURIOSITY * Math.sqrt(Math.log(node.trials) / child.trials);
            if (bound > highest) {
                highest = bound;
                best = hole;
            }
        }
        return best;
    }

    /** Random moves to the end: what it came to for whoever was to move first. */
    private double playOut(Board board) {
        boolean exchanged = false;
        while (!board.isOver()) {
            int hole = lots.nextInt(HOLES);
            while (board.places[hole] == 0) hole = (hole + 1) % HOLES;
            Sown sown = board.sow(hole);
            board = sown.board;
            exchanged ^= !sown.again;
        }
        return exchanged ? 1 - board.result() : board.result();
    }

    /** The line before a move; none if it is `fin` or no board. */
    private static Board read(String line) {
        String[] words = line.strip().split("\\s+");
        if (words.length != PLACES + 1) return null;
        int[] places = new int[PLACES];
        for (int place = 0; place < PLACES; place++) places[place] = Integer.parseInt(words[place]);
        return new Board(places, Integer.parseInt(words[PLACES]));
    }

    public static void main(String[] arguments) throws IOException {
        long seed = Long.parseLong(System.getenv().getOrDefault("CERTAMEN_SEED", "0"));
        minero player = new minero(new Random(seed));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Board board = read(line);
            if (board == null) return;
            System.out.println("R " + player.choose(board));
            System.out.flush();
        }
    }
}

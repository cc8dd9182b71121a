import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * sondeo: tries its bids in imagined matches and keeps the one that wins most.
 *
 * In an imagined match the rival's first bid is one that he made in this match, made to fit what he
 * has left, or else a lot; the rest is played out by two who bid round a fair price. So it needs no
 * theory of the game, only its rules.
 */
final class sondeo {
    /** Imagined turns in all, shared among the bids; a turn is a few nanoseconds. */
    private static final int TURNS = 400_000;
    /** Bids that are tried, evenly spread if there are more. */
    private static final int TRIED = 40;
    /** Imagined matches on long strips are judged by where the token stands after so many turns. */
    private static final int LONGEST = 60;

    private final Random lots;
    private final long reach;
    /** The shares of his points that the rival has bid, and how many of them. */
    private final double[] shares = new double[64];
    private int seen = 0;

    private sondeo(long reach, long seed) {
        this.reach = reach;
        this.lots = new Random(seed);
    }

    /** A bid that somebody with so many points might make. */
    private long fair(long own, long rival, long place) {
        if (own == 0) return 0;
        double price = own / (1.0 + reach - Math.abs(place));
        long bid = (long) (price * (0.3 + 1.4 * lots.nextDouble()) + 0.5);
        return Math.max(1, Math.min(bid, Math.min(own, rival + 1)));
    }

    /** The rival's next bid, imagined. */
    private long foreseen(long own, long rival, long place) {
        // The less is known of him the more he is taken for somebody ordinary.
        if (rival > 0 && lots.nextInt(seen + 2) >= 2) {
            double share = shares[lots.nextInt(Math.min(seen, shares.length))];
            return Math.max(1, Math.min(rival, Math.round(share * rival)));
        }
        return fair(rival, own, place);
    }

    /** Plays on from here: 1 if won, 0 if lost, between them if undecided. */
    private double imagine(long place, long own, long rival) {
        for (int turn = 0; Math.abs(place) < reach && own + rival > 0 && turn < LONGEST; turn++) {
            long bid = fair(own, rival, place), answer = fair(rival, own, place);
            place += Long.signum(bid - answer);
            own -= bid;
            rival -= answer;
        }
        return 0.5 + 0.5 * place / reach;
    }

    private long choose(long place, long own, long rival) {
        if (own == 0) return 0;
        long highest = Math.min(own, rival + 1);
        long step = 1 + (highest - 1) / TRIED;
        long tried = 1 + (highest - 1) / step;
        long samples = Math.max(1, TURNS / tried / Math.min(LONGEST, own + rival));
        long best = 1;
        double most = -1;
        for (long bid = highest; bid >= 1; bid -= step) {
            double sum = 0;
            for (long sample = 0; sample < samples; sample++) {
                long answer = foreseen(own, rival, place);
                sum += imagine(place + Long.signum(bid - answer), own - bid, rival - answer);
            }
            // Of equal bids the lower: what is saved can be bid later.
            if (sum >= most) {
                most = sum;
                best = bid;
            }
        }
        return best;
    }

    private void remember(long answer, long rival) {
        if (rival > 0) shares[seen++ % shares.length] = (double) answer / rival;
    }

    /** A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value. */
    private static long option(String key, long usual) {
        String options = System.getenv().getOrDefault("CERTAMEN_OPTIONS", "");
        Matcher found = Pattern.compile("\"" + key + "\"\\s*:\\s*(\\d+)").matcher(options);
        return found.find() ? Long.parseLong(found.group(1)) : usual;
    }

    public static void main(String[] arguments) throws IOException {
        long seed = Long.parseLong(System.getenv().getOrDefault("CERTAMEN_SEED", "0"));
        sondeo player = new sondeo(option("squares", 7) / 2, seed);
        long own = option("points", 50), rival = own, place = 0;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        while (true) {
            long bid = player.choose(place, own, rival);
            System.out.println(bid);
            System.out.flush();
            String line = input.readLine();
            // `fin`, or nobody there any more.
            if (line == null || !line.strip().matches("\\d+")) return;
            long answer = Math.min(rival, Long.parseLong(line.strip()));
            player.remember(answer, rival);
            own -= bid;
            rival -= answer;
            place += Long.signum(bid - answer);
        }
    }
}

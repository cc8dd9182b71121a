/**
 * EgoisticalBot: looks at its own stack and at nobody else's.
 *
 * <p>It never hands a coin round. It takes three coins and flips two, which leaves one over; once
 * three lie there, a whole turn flips, so that no action is wasted in the long run.
 */
public final class EgoisticalBot {
    private EgoisticalBot() {}

    public static void main(String[] arguments) {
        String[] fields = arguments[0].split(";");
        for (int player = 3; player < fields.length; player++) {
            String[] stack = fields[player].split("_");
            if (stack[0].equals(fields[1])) {
                System.out.println(Integer.parseInt(stack[3]) >= 3 ? "FFF" : "3FF");
            }
        }
    }
}

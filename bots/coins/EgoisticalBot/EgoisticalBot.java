/**
 * EgoisticalBot: looks at its own stack and at nobody else's.
 *
 * <p>It never hands a coin round. It flips one coin a turn: one that lies there, or else one that it
 * takes. Of the original only language and name are known.
 */
public final class EgoisticalBot {
    private EgoisticalBot() {}

    public static void main(String[] arguments) {
        String[] fields = arguments[0].split(";");
        for (int player = 3; player < fields.length; player++) {
            String[] stack = fields[player].split("_");
            if (stack[0].equals(fields[1])) {
                System.out.println(Integer.parseInt(stack[3]) > 0 ? "FNN" : "1FN");
            }
        }
    }
}

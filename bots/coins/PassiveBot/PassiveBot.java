/**
 * PassiveBot: does nothing.
 *
 * <p>It lives on what the others hand round.
 */
public final class PassiveBot {
    private PassiveBot() {}

    public static void main(String[] arguments) {
        System.out.println("NNN");
    }
}

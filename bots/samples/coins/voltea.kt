// Flips what it has unflipped, and takes coins with what is left of its turn.
// build: kotlinc voltea.kt -include-runtime -d voltea.jar
// run: java -jar voltea.jar POSITION
fun main(words: Array<String>) {
    val fields = words[0].split(";")
    val players = fields.drop(3).map { it.split("_") }
    val own = players.first { it[0] == fields[1] }
    val flips = minOf(own[3].toInt(), 3)
    println("F".repeat(flips) + "1".repeat(3 - flips))
}

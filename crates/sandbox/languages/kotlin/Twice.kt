fun main(arguments: Array<String>) {
    val line = readLine()!!
    println(line + line + arguments.joinToString(""))
}

#include <iostream>
#include <string>

int main(int count, char **arguments) {
    std::string line;
    if (!std::getline(std::cin, line)) return 1;
    std::cout << line << line << (count > 1 ? arguments[1] : "") << std::endl;
}

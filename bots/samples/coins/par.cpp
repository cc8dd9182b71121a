// Takes two coins and flips them.
// build: g++ -std=c++11 -O2 -o par par.cpp
// run: ./par POSITION
#include <iostream>

int main() { std::cout << "2FF\n"; }

#include "prog11.h"

int main()
{
    // first try: does not compile yet
    return
}

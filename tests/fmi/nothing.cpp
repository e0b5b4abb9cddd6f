// A library that does nothing, quick to put into an FMU of which only the description is looked at.
extern "C" int daedalus_nothing();
extern "C" int daedalus_nothing() { return 0; }

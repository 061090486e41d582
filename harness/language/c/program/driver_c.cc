// The driver of C: functions are called by the tables of their sources, values lie in memory as these say.

#define GRADE_ARGUMENTS_MAY_BE_FREED
#include "driver.cc"

#include "table.h"

extern "C" const grade_table* const grade_tables[];

namespace grade_driver {

namespace {

constexpr size_t slack = 4096;  // behind a text that a function may lengthen
constexpr size_t most_text = 1 << 20;
constexpr size_t most_nodes = 10000;
constexpr int deepest = 40;

struct Typed {
    const grade_table* table;
    const grade_type* type;

    Typed of() const { return {table, &table->types[type->of]}; }
    Typed at(int number) const { return {table, &table->types[number]}; }
    bool is(grade_kind kind) const { return type->kind == kind; }
};

// Memory that was made for an argument: what is there can be shown, and how much of it.
struct Buffer {
    const void* begin;
    size_t count;  // elements
    bool single;   // one value, that was handed over as such
};

std::vector<Buffer>& buffers()
{
    static std::vector<Buffer> all;
    return all;
}

string shown(Typed typed, const void* memory, int depth);

// ---- From JSON

bool read(Typed typed, const Json& json, char* memory);

template <class T>
bool store(T value, char* memory)
{
    std::memcpy(memory, &value, sizeof value);
    return true;
}

bool read_whole(Typed typed, const Json& json, char* memory)
{
    long long wide = 0;
    unsigned long long natural = 0;
    const size_t size = typed.type->size;
    if (json.kind == Json::Kind::truth) {
        wide = json.text == "true";
    } else if (typed.is(GRADE_UNSIGNED) && size == 8) {
        return to_number(json, natural) && store(natural, memory);
    } else if (!to_number(json, wide)) {
        return false;
    }
    const int bits = static_cast<int>(size * 8);
    if (size < 8 && (typed.is(GRADE_UNSIGNED) ? wide < 0 || wide >> bits != 0 : wide != (wide << (64 - bits)) >> (64 - bits))) {
        return false;
    }
    std::memcpy(memory, &wide, std::min<size_t>(size, 8));  // little endian, as all machines here
    return size <= 8;
}

bool read_real(Typed typed, const Json& json, char* memory)
{
    double value = 0;
    if (!to_number(json, value)) {
        return false;
    }
    switch (typed.type->size) {
    case sizeof(float):
        return store(static_cast<float>(value), memory);
    case sizeof(double):
        return store(value, memory);
    default:
        return typed.type->size == sizeof(long double) && store(static_cast<long double>(value), memory);
    }
}

bool read_constant(Typed typed, const Json& json, char* memory)
{
    for (const grade_member* member = typed.type->members; json.kind == Json::Kind::text && member->name != nullptr; ++member) {
        if (json.text == member->name) {
            std::memcpy(memory, &member->offset, std::min<size_t>(typed.type->size, sizeof member->offset));
            return true;
        }
    }
    return read_whole(typed, json, memory);
}

// Elements one behind the other, of a list, or of a text where they are of one byte.
bool read_elements(Typed element, const Json& json, char* memory, size_t most)
{
    if (json.kind == Json::Kind::text) {
        std::memcpy(memory, json.text.data(), std::min(most, json.text.size()));
        return element.type->size == 1 && json.text.size() <= most;
    }
    for (size_t at = 0; at < json.items.size() && at < most; ++at) {
        if (!read(element, json.items[at], memory + at * element.type->size)) {
            return false;
        }
    }
    return json.kind == Json::Kind::list && json.items.size() <= most;
}

bool read_pointer(Typed typed, const Json& json, char* memory)
{
    if (json.kind == Json::Kind::null) {
        return store<void*>(nullptr, memory);
    }
    const Typed element = typed.of();
    const bool bytes = element.is(GRADE_VOID) && json.kind == Json::Kind::text;
    const size_t size = bytes ? 1 : element.type->size;
    if (size == 0) {
        return false;  // what nothing is known of: only a variable holds one
    }
    const bool several = json.kind == Json::Kind::list || (json.kind == Json::Kind::text && size == 1);
    const size_t count = json.kind == Json::Kind::list ? json.items.size() : json.kind == Json::Kind::text ? json.text.size() : 1;
    char* begin = static_cast<char*>(std::calloc(1, (count + 1) * size + slack));
    if (bytes) {
        std::memcpy(begin, json.text.data(), count);
    } else if (several ? !read_elements(element, json, begin, count) : !read(element, json, begin)) {
        return false;
    }
    buffers().push_back({begin, count, !several});
    return store(begin, memory);
}

bool read_struct(Typed typed, const Json& json, char* memory)
{
    for (size_t at = 0; at < json.keys.size(); ++at) {
        const grade_member* member = typed.type->members;
        while (member->name != nullptr && json.keys[at] != member->name) {
            ++member;
        }
        if (member->name == nullptr || !read(typed.at(member->type), json.items[at], memory + member->offset)) {
            return false;
        }
    }
    return json.kind == Json::Kind::object;
}

bool read(Typed typed, const Json& json, char* memory)
{
    if (json.kind == Json::Kind::variable) {
        Slot* slot = variable(json.text);
        const auto* held = slot == nullptr ? nullptr : static_cast<const Typed*>(slot->type());
        if (held == nullptr || held->type->size != typed.type->size || held->type->kind != typed.type->kind) {
            return false;
        }
        std::memcpy(memory, slot->held(), typed.type->size);
        return true;
    }
    switch (typed.type->kind) {
    case GRADE_SIGNED:
    case GRADE_UNSIGNED:
        return read_whole(typed, json, memory);
    case GRADE_ENUM:
        return read_constant(typed, json, memory);
    case GRADE_CHAR:
        if (json.kind == Json::Kind::text) {
            return json.text.size() == 1 && store(json.text[0], memory);
        }
        return read_whole(typed, json, memory);
    case GRADE_BOOLEAN:
        return (json.text == "true" || json.text == "1" || json.text == "false" || json.text == "0")
               && store(static_cast<char>(json.text == "true" || json.text == "1"), memory);
    case GRADE_REAL:
        return read_real(typed, json, memory);
    case GRADE_POINTER:
        return read_pointer(typed, json, memory);
    case GRADE_STRUCT:
        return read_struct(typed, json, memory);
    case GRADE_ARRAY:
        return read_elements(typed.of(), json, memory, typed.type->count);
    default:
        return false;
    }
}

// ---- To JSON

string joined(const string& list, const string& item) { return list.empty() ? item : list + ", " + item; }

string shown_elements(Typed element, const void* memory, size_t count, int depth)
{
    string items;
    for (size_t at = 0; at < count && items.size() < most_text; ++at) {
        items = joined(items, shown(element, static_cast<const char*>(memory) + at * element.type->size, depth + 1));
    }
    return "[" + items + "]";
}

string shown_repr(Typed typed) { return "{\"!repr\": " + quoted(string("a ") + typed.type->name) + "}"; }

bool points_at(Typed typed, Typed structure)
{
    return typed.is(GRADE_POINTER) && typed.of().type == structure.type;
}

bool is_named(const grade_member* member, const char* names)
{
    return std::strstr(names, (string(" ") + member->name + " ").c_str()) != nullptr;
}

// The member by which a structure points at the next of its kind: its only such pointer, or the one that is called so
// where the others point back; nullptr for a tree.
const grade_member* link_of(Typed structure)
{
    const grade_member* link = nullptr;
    size_t others = 0;
    for (const grade_member* member = structure.type->members; member->name != nullptr; ++member) {
        if (!points_at(structure.at(member->type), structure) || is_named(member, " prev previous back last ")) {
            continue;
        }
        others += link == nullptr ? 0 : 1;
        link = link == nullptr || is_named(member, " next link ") ? member : link;
    }
    return others == 0 ? link : nullptr;
}

string shown_members(Typed structure, const char* memory, int depth, bool without_links)
{
    string members;
    for (const grade_member* member = structure.type->members; member->name != nullptr; ++member) {
        const Typed type = structure.at(member->type);
        if (!without_links || !points_at(type, structure)) {
            members = joined(members, quoted(member->name) + ": " + shown(type, memory + member->offset, depth + 1));
        }
    }
    return "{" + members + "}";
}

string shown_linked(Typed structure, const char* node, const grade_member* link, int depth)
{
    string nodes;
    std::map<const char*, bool> seen;
    while (node != nullptr && seen.size() < most_nodes && nodes.size() < most_text) {
        if (seen[node]) {
            nodes = joined(nodes, "{\"!repr\": \"it goes round\"}");
            break;
        }
        seen[node] = true;
        nodes = joined(nodes, shown_members(structure, node, depth, true));
        std::memcpy(&node, node + link->offset, sizeof node);
    }
    return "{\"!linked\": {\"nodes\": [" + nodes + "], \"link\": " + quoted(link->name) + "}}";
}

string shown_pointer(Typed typed, const void* memory, int depth)
{
    const char* begin = nullptr;
    std::memcpy(&begin, memory, sizeof begin);
    const Typed element = typed.of();
    if (begin == nullptr) {
        return "null";
    }
    if (element.is(GRADE_CHAR)) {
        return text_or_bytes(string(begin, ::strnlen(begin, most_text)));
    }
    if (element.is(GRADE_STRUCT)) {
        if (const grade_member* link = link_of(element)) {
            return shown_linked(element, begin, link, depth);
        }
    }
    for (const Buffer& buffer : buffers()) {
        if (buffer.begin == begin && element.type->size != 0) {
            return buffer.single ? shown(element, begin, depth + 1) : shown_elements(element, begin, buffer.count, depth);
        }
    }
    return element.is(GRADE_STRUCT) && element.type->size != 0 ? shown(element, begin, depth + 1) : shown_repr(typed);
}

string shown_whole(Typed typed, const void* memory)
{
    const size_t size = std::min<size_t>(typed.type->size, 8);
    unsigned long long natural = 0;
    std::memcpy(&natural, memory, size);
    if (typed.is(GRADE_UNSIGNED) || size == 0) {
        return std::to_string(natural);
    }
    const int unused = static_cast<int>(64 - size * 8);
    return std::to_string(static_cast<long long>(natural << unused) >> unused);
}

string shown_real(Typed typed, const void* memory)
{
    if (typed.type->size == sizeof(float)) {
        float value = 0;
        std::memcpy(&value, memory, sizeof value);
        return grade_driver::shown(static_cast<double>(value));
    }
    if (typed.type->size == sizeof(double)) {
        double value = 0;
        std::memcpy(&value, memory, sizeof value);
        return grade_driver::shown(value);
    }
    long double value = 0;
    std::memcpy(&value, memory, sizeof value);
    return grade_driver::shown(static_cast<double>(value));
}

string shown(Typed typed, const void* memory, int depth)
{
    const char* bytes = static_cast<const char*>(memory);
    if (depth > deepest) {
        return "{\"!repr\": \"...\"}";
    }
    switch (typed.type->kind) {
    case GRADE_SIGNED:
    case GRADE_UNSIGNED:
    case GRADE_ENUM:
        return shown_whole(typed, memory);
    case GRADE_CHAR:
        return text_or_bytes(string(1, *bytes));
    case GRADE_BOOLEAN:
        return *bytes != 0 ? "true" : "false";
    case GRADE_REAL:
        return shown_real(typed, memory);
    case GRADE_POINTER:
        return shown_pointer(typed, memory, depth);
    case GRADE_STRUCT:
        return shown_members(typed, bytes, depth, false);
    case GRADE_ARRAY:
        if (typed.of().is(GRADE_CHAR)) {
            return text_or_bytes(string(bytes, ::strnlen(bytes, typed.type->count)));
        }
        return shown_elements(typed.of(), memory, typed.type->count, depth);
    default:
        return shown_repr(typed);
    }
}

// ---- Arguments, calls, fields

string write_slot(const void* held, const void* type) { return shown(*static_cast<const Typed*>(type), held, 0); }

bool same_type(Typed one, Typed other)
{
    if (one.is(GRADE_POINTER) && other.is(GRADE_POINTER) && (one.of().is(GRADE_VOID) || other.of().is(GRADE_VOID))) {
        return true;
    }
    return one.type->kind == other.type->kind && one.type->size == other.type->size
           && std::strcmp(one.type->name, other.type->name) == 0;
}

string make(Slot& slot, Typed typed, size_t at)
{
    if (slot.held() != nullptr) {
        if (same_type(*static_cast<const Typed*>(slot.type()), typed)) {
            return "";
        }
        slot.parse_again();  // another function takes the same variable as another type
    }
    char* memory = static_cast<char*>(std::calloc(1, typed.type->size + 16));
    if (!read(typed, slot.json(), memory)) {
        return misfit(typed.type->name, at, slot);
    }
    slot.hold(memory, new Typed(typed), write_slot);
    return "";
}

struct Known {
    const grade_table* table;
    const grade_function* function;
};

string make_arguments(const Function& function, const Arguments& arguments)
{
    const auto& known = *static_cast<const Known*>(function.function);
    for (size_t at = 0; at < arguments.size(); ++at) {
        const Typed typed = {known.table, &known.table->types[known.function->parameters[at]]};
        const string problem = make(*arguments[at], typed, at);
        if (!problem.empty()) {
            return problem;
        }
    }
    return "";
}

string call_function(const Function& function, const Arguments& arguments, Slot& result, long elements)
{
    const auto& known = *static_cast<const Known*>(function.function);
    std::vector<void*> places;
    for (Slot* slot : arguments) {
        places.push_back(slot->held());
    }
    places.push_back(nullptr);
    if (known.function->returns < 0) {
        known.function->call(places.data(), nullptr);
        return "null";
    }
    const Typed typed = {known.table, &known.table->types[known.function->returns]};
    char* memory = static_cast<char*>(std::calloc(1, typed.type->size + 64));
    known.function->call(places.data(), memory);
    result.hold(memory, new Typed(typed), write_slot);
    const void* begin = nullptr;
    std::memcpy(&begin, memory, sizeof begin);
    if (elements >= 0 && typed.is(GRADE_POINTER) && begin != nullptr && typed.of().type->size != 0) {
        return shown_elements(typed.of(), begin, static_cast<size_t>(elements), 0);
    }
    return result.write();
}

// A member of the structure that a variable is or points at.
string write_member(Slot& object, const string& name)
{
    Typed typed = *static_cast<const Typed*>(object.type());
    const char* memory = static_cast<const char*>(object.held());
    if (typed.is(GRADE_POINTER)) {
        std::memcpy(&memory, memory, sizeof memory);
        typed = typed.of();
    }
    if (memory == nullptr || !typed.is(GRADE_STRUCT)) {
        return "";
    }
    for (const grade_member* member = typed.type->members; member->name != nullptr; ++member) {
        if (name == member->name) {
            return shown(typed.at(member->type), memory + member->offset, 0);
        }
    }
    return "";
}

bool register_all()
{
    for (const grade_table* const* table = grade_tables; *table != nullptr; ++table) {
        for (const grade_function* function = (*table)->functions; function->name != nullptr; ++function) {
            Function known;
            known.name = function->name;
            known.unusable = function->unusable;
            known.arity = static_cast<size_t>(function->arity);
            known.make = make_arguments;
            known.call = call_function;
            known.function = new Known{*table, function};
            put(known);
        }
    }
    return put(Field{"", write_member});
}

const bool registered = register_all();

}  // namespace

}  // namespace grade_driver

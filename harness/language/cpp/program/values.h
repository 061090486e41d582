// Values between JSON and C++, and functions of a student's that can be called with them.
//
// It is included behind the student's own source: everything is named in full, and nothing of ours meets their code.

#ifndef GRADE_VALUES_H
#define GRADE_VALUES_H

#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace grade_driver {

struct Json {
    enum class Kind { null, truth, number, text, list, object, pairs, variable };
    Kind kind = Kind::null;
    ::std::string text;  // a number as it was written, "true" or "false", the text itself, or a variable's name
    ::std::vector<Json> items;
    ::std::vector<::std::string> keys;
};

// Defined in driver.cc, so that each of the student's sources compiles quickly.
::std::string quoted(const ::std::string& text);
::std::string text_or_bytes(const ::std::string& text);  // bytes where it is no UTF-8
::std::string plain_name(const ::std::type_info& type);
::std::string shown(double value);
bool to_number(const Json& json, long long& value);
bool to_number(const Json& json, unsigned long long& value);
bool to_number(const Json& json, double& value);

// ---- A type's way from and to JSON; the general one is for types that nothing can be done with

template <class grade_T, class = void>
struct Value {
    static constexpr bool known = false;
    static ::std::string name() { return plain_name(typeid(grade_T)); }
    static bool read(const Json&, grade_T&) { return false; }
    static ::std::string write(const grade_T&) { return "{\"!repr\": " + quoted("a " + name()) + "}"; }
};

// A pointer to an object of the student's: only a variable holds one.
template <class grade_T>
struct Value<grade_T*, typename ::std::enable_if<::std::is_class<grade_T>::value>::type> {
    static constexpr bool known = true;
    static ::std::string name() { return plain_name(typeid(grade_T)) + "*"; }
    static bool read(const Json& json, grade_T*& value);
    static ::std::string write(grade_T* const& value)
    {
        return value == nullptr ? "null" : "{\"!repr\": " + quoted("a " + name()) + "}";
    }
};

template <>
struct Value<bool> {
    static constexpr bool known = true;
    static ::std::string name() { return "bool"; }
    static bool read(const Json& json, bool& value)
    {
        value = json.text == "true";
        return json.kind == Json::Kind::truth;
    }
    static ::std::string write(bool value) { return value ? "true" : "false"; }
};

template <>
struct Value<char> {
    static constexpr bool known = true;
    static ::std::string name() { return "char"; }
    static bool read(const Json& json, char& value)
    {
        value = json.text.empty() ? '\0' : json.text[0];
        return json.kind == Json::Kind::text && json.text.size() == 1;
    }
    static ::std::string write(char value) { return quoted(::std::string(1, value)); }
};

template <class grade_T>
struct Value<grade_T, typename ::std::enable_if<::std::is_integral<grade_T>::value>::type> {
    using Widest = typename ::std::conditional<::std::is_signed<grade_T>::value, long long, unsigned long long>::type;
    static constexpr bool known = true;
    static ::std::string name() { return plain_name(typeid(grade_T)); }
    static bool read(const Json& json, grade_T& value)
    {
        Widest wide = 0;
        const bool fits = to_number(json, wide);
        value = static_cast<grade_T>(wide);
        return fits && static_cast<Widest>(value) == wide;
    }
    static ::std::string write(grade_T value) { return ::std::to_string(static_cast<Widest>(value)); }
};

template <class grade_T>
struct Value<grade_T, typename ::std::enable_if<::std::is_floating_point<grade_T>::value>::type> {
    static constexpr bool known = true;
    static ::std::string name() { return plain_name(typeid(grade_T)); }
    static bool read(const Json& json, grade_T& value)
    {
        double wide = 0;
        const bool fits = to_number(json, wide);
        value = static_cast<grade_T>(wide);
        return fits;
    }
    static ::std::string write(grade_T value) { return shown(static_cast<double>(value)); }
};

template <>
struct Value<::std::string> {
    static constexpr bool known = true;
    static ::std::string name() { return "string"; }
    static bool read(const Json& json, ::std::string& value)
    {
        value = json.text;
        return json.kind == Json::Kind::text;
    }
    static ::std::string write(const ::std::string& value) { return text_or_bytes(value); }
};

template <>
struct Value<const char*> {
    static constexpr bool known = true;
    static ::std::string name() { return "const char*"; }
    static bool read(const Json& json, const char*& value)
    {
        value = json.kind == Json::Kind::text ? (new ::std::string(json.text))->c_str() : nullptr;  // for good
        return json.kind == Json::Kind::text || json.kind == Json::Kind::null;
    }
    static ::std::string write(const char* value) { return value == nullptr ? "null" : text_or_bytes(value); }
};

template <class grade_T>
::std::string write_each(const grade_T& values)
{
    ::std::string told = "[";
    for (::std::size_t at = 0; at < values.size(); ++at) {
        told += at == 0 ? "" : ", ";
        told += Value<typename grade_T::value_type>::write(values[at]);
    }
    return told + "]";
}

template <class grade_T, class grade_A>
struct Value<::std::vector<grade_T, grade_A>> {
    static constexpr bool known = Value<grade_T>::known;
    static ::std::string name() { return "vector<" + Value<grade_T>::name() + ">"; }
    static bool read(const Json& json, ::std::vector<grade_T, grade_A>& values)
    {
        values.clear();
        for (const Json& item : json.items) {
            grade_T value{};
            if (!Value<grade_T>::read(item, value)) {
                return false;
            }
            values.push_back(::std::move(value));
        }
        return json.kind == Json::Kind::list;
    }
    static ::std::string write(const ::std::vector<grade_T, grade_A>& values) { return write_each(values); }
};

template <class grade_T, ::std::size_t grade_size>
struct Value<::std::array<grade_T, grade_size>> {
    static constexpr bool known = Value<grade_T>::known;
    static ::std::string name()
    {
        return "array<" + Value<grade_T>::name() + ", " + ::std::to_string(grade_size) + ">";
    }
    static bool read(const Json& json, ::std::array<grade_T, grade_size>& values)
    {
        if (json.kind != Json::Kind::list || json.items.size() != grade_size) {
            return false;
        }
        for (::std::size_t at = 0; at < grade_size; ++at) {
            if (!Value<grade_T>::read(json.items[at], values[at])) {
                return false;
            }
        }
        return true;
    }
    static ::std::string write(const ::std::array<grade_T, grade_size>& values) { return write_each(values); }
};

// ---- Collections; those whose header the student's source does not include, it cannot use

template <class grade_T, class grade_U>
struct Value<::std::pair<grade_T, grade_U>> {
    static constexpr bool known = Value<grade_T>::known && Value<grade_U>::known;
    static ::std::string name() { return "pair<" + Value<grade_T>::name() + ", " + Value<grade_U>::name() + ">"; }
    static bool read(const Json& json, ::std::pair<grade_T, grade_U>& value)
    {
        return json.kind == Json::Kind::list && json.items.size() == 2 && Value<grade_T>::read(json.items[0], value.first)
               && Value<grade_U>::read(json.items[1], value.second);
    }
    static ::std::string write(const ::std::pair<grade_T, grade_U>& value)
    {
        return "{\"!tuple\": [" + Value<grade_T>::write(value.first) + ", " + Value<grade_U>::write(value.second) + "]}";
    }
};

// What is filled by insert: lists, sets, maps.
template <class grade_C, class grade_T>
bool read_into(const Json& json, grade_C& values)
{
    values.clear();
    for (const Json& item : json.items) {
        grade_T value{};
        if (!Value<grade_T>::read(item, value)) {
            return false;
        }
        values.insert(values.end(), ::std::move(value));
    }
    return json.kind == Json::Kind::list;
}

template <class grade_C, class grade_T>
::std::string write_items(const grade_C& values, const char* begin, const char* end)
{
    ::std::string told = begin;
    for (const auto& value : values) {
        told += (told.size() == ::std::char_traits<char>::length(begin) ? "" : ", ") + Value<grade_T>::write(value);
    }
    return told + end;
}

template <class grade_M, class grade_K, class grade_V>
bool read_map(const Json& json, grade_M& map)
{
    map.clear();
    for (::std::size_t at = 0; at < json.items.size(); ++at) {
        Json name;
        name.kind = Json::Kind::text;
        name.text = json.kind == Json::Kind::object ? json.keys[at] : "";
        const bool pairs = json.kind == Json::Kind::pairs;
        grade_K key{};
        grade_V value{};
        if ((pairs && json.items[at].items.size() != 2) || !Value<grade_K>::read(pairs ? json.items[at].items[0] : name, key)
            || !Value<grade_V>::read(pairs ? json.items[at].items[1] : json.items[at], value)) {
            return false;
        }
        map.emplace(::std::move(key), ::std::move(value));
    }
    return json.kind == Json::Kind::object || json.kind == Json::Kind::pairs;
}

template <class grade_M, class grade_K, class grade_V>
::std::string write_map(const grade_M& map)
{
    ::std::string told = "{\"!map\": [";
    for (const auto& pair : map) {
        told += (told.back() == '[' ? "[" : ", [") + Value<grade_K>::write(pair.first) + ", " + Value<grade_V>::write(pair.second) + "]";
    }
    return told + "]}";
}

#define GRADE_ITEMS(grade_kind, grade_begin, grade_end)                                                             \
    template <class grade_T, class... grade_A>                                                                      \
    struct Value<::std::grade_kind<grade_T, grade_A...>> {                                                          \
        using Whole = ::std::grade_kind<grade_T, grade_A...>;                                                       \
        static constexpr bool known = Value<grade_T>::known;                                                        \
        static ::std::string name() { return #grade_kind "<" + Value<grade_T>::name() + ">"; }                      \
        static bool read(const Json& json, Whole& values) { return read_into<Whole, grade_T>(json, values); }       \
        static ::std::string write(const Whole& values)                                                             \
        {                                                                                                           \
            return write_items<Whole, grade_T>(values, grade_begin, grade_end);                                     \
        }                                                                                                           \
    }
#define GRADE_MAP(grade_kind)                                                                                       \
    template <class grade_K, class grade_V, class... grade_A>                                                       \
    struct Value<::std::grade_kind<grade_K, grade_V, grade_A...>> {                                                 \
        using Whole = ::std::grade_kind<grade_K, grade_V, grade_A...>;                                              \
        static constexpr bool known = Value<grade_K>::known && Value<grade_V>::known;                               \
        static ::std::string name()                                                                                 \
        {                                                                                                           \
            return #grade_kind "<" + Value<grade_K>::name() + ", " + Value<grade_V>::name() + ">";                  \
        }                                                                                                           \
        static bool read(const Json& json, Whole& map) { return read_map<Whole, grade_K, grade_V>(json, map); }     \
        static ::std::string write(const Whole& map) { return write_map<Whole, grade_K, grade_V>(map); }            \
    }

#ifdef _GLIBCXX_LIST
GRADE_ITEMS(list, "[", "]");
#endif
#ifdef _GLIBCXX_DEQUE
GRADE_ITEMS(deque, "[", "]");
#endif
#ifdef _GLIBCXX_SET
GRADE_ITEMS(set, "{\"!set\": [", "]}");
GRADE_ITEMS(multiset, "[", "]");
#endif
#ifdef _GLIBCXX_UNORDERED_SET
GRADE_ITEMS(unordered_set, "{\"!set\": [", "]}");
#endif
#ifdef _GLIBCXX_MAP
GRADE_MAP(map);
#endif
#ifdef _GLIBCXX_UNORDERED_MAP
GRADE_MAP(unordered_map);
#endif
#undef GRADE_ITEMS
#undef GRADE_MAP

#ifdef _GLIBCXX_OPTIONAL
template <class grade_T>
struct Value<::std::optional<grade_T>> {
    static constexpr bool known = Value<grade_T>::known;
    static ::std::string name() { return "optional<" + Value<grade_T>::name() + ">"; }
    static bool read(const Json& json, ::std::optional<grade_T>& value)
    {
        value.reset();
        return json.kind == Json::Kind::null || Value<grade_T>::read(json, value.emplace());
    }
    static ::std::string write(const ::std::optional<grade_T>& value)
    {
        return value.has_value() ? Value<grade_T>::write(*value) : "null";
    }
};
#endif

// ---- Arguments

// An address that stands for a type: comparing it takes no type information.
template <class grade_T>
struct TypeTag {
    static char id;
};
template <class grade_T>
char TypeTag<grade_T>::id = 0;

// One argument, or one variable of the case: JSON until a function says what type it wants, then an object of that type.
class Slot {
public:
    explicit Slot(const Json& json) : json_(json) {}

    template <class grade_T>
    bool holds() const
    {
        return held_ != nullptr && type_ == &TypeTag<grade_T>::id;
    }

    template <class grade_T>
    bool make()
    {
        if (holds<grade_T>()) {
            return true;
        }
        if (held_ != nullptr) {
            parse_again();  // another function takes the same variable as another type
        }
        auto* value = new grade_T();
        if (!Value<grade_T>::read(json_, *value)) {
            return false;
        }
        hold(value);
        return true;
    }

    // Holds an object for good: the process ends with its case, and a pointer compiles in a tenth of the time.
    template <class grade_T>
    void hold(grade_T* value)
    {
        hold(value, &TypeTag<grade_T>::id, [](const void* held, const void*) {
            return Value<grade_T>::write(*static_cast<const grade_T*>(held));
        });
        type_name_ = [](const void*) { return Value<grade_T>::name(); };
    }

    void hold(void* value, const void* type, ::std::string (*write)(const void* held, const void* type))
    {
        held_ = value;
        type_ = type;
        write_ = write;
    }

    template <class grade_T>
    grade_T& get()
    {
        return *static_cast<grade_T*>(held_);
    }

    const Json& json() const { return json_; }
    void* held() const { return held_; }
    const void* type() const { return type_; }
    ::std::string write() const { return held_ == nullptr ? "null" : write_(held_, type_); }
    ::std::string type_name() const { return type_name_ == nullptr ? "void" : type_name_(type_); }
    ::std::string given() const;
    void parse_again();

private:
    Json json_;
    void* held_ = nullptr;
    const void* type_ = nullptr;
    ::std::string (*write_)(const void*, const void*) = nullptr;
    ::std::string (*type_name_)(const void*) = nullptr;
};

using Arguments = ::std::vector<Slot*>;

Slot* variable(const ::std::string& name);  // nullptr where there is none

template <class grade_T>
bool Value<grade_T*, typename ::std::enable_if<::std::is_class<grade_T>::value>::type>::read(const Json& json, grade_T*& value)
{
    using Plain = typename ::std::remove_cv<grade_T>::type;
    Slot* slot = json.kind == Json::Kind::variable ? variable(json.text) : nullptr;
    value = nullptr;
    if (slot != nullptr && slot->holds<Plain>()) {
        value = &slot->get<Plain>();
    } else if (slot != nullptr && slot->holds<Plain*>()) {
        value = slot->get<Plain*>();
    }
    return value != nullptr || json.kind == Json::Kind::null;
}

// ---- Functions

enum class Sort { plain, method, fixed, constructor };

struct Function {
    ::std::string owner;  // the class of a method or a constructor
    ::std::string name;
    ::std::string unusable;  // why nobody can call it, as a sentence
    ::std::size_t arity = 0;  // with the object of a method
    Sort sort = Sort::plain;
    ::std::string (*make)(const Function&, const Arguments&) = nullptr;  // a sentence when the arguments do not fit
    // What was returned, as JSON, and in the slot.
    ::std::string (*call)(const Function&, const Arguments&, Slot& result, long elements) = nullptr;
    const void* function = nullptr;
};

// A field of a class, or with no name of any type: its value as JSON, empty where the object has no such field.
struct Field {
    ::std::string name;
    ::std::string (*write)(Slot& object, const ::std::string& name) = nullptr;
};

// These are defined in case.cc.
bool put(const Function& function);
bool put(const Field& field);
bool unusable(const char* owner, const char* name, const ::std::string& why);  // nobody can call it, and why
::std::string misfit(const ::std::string& type, ::std::size_t at, const Slot& slot);

constexpr const char* not_of_this_class = "it is of another class";

template <class grade_T>
using Bare = typename ::std::remove_cv<typename ::std::remove_reference<grade_T>::type>::type;

template <class grade_T>
struct Pointed {
    using type = void;
};
template <class grade_T>
struct Pointed<grade_T*> {
    using type = typename ::std::remove_cv<grade_T>::type;
};

// The object that a slot holds, or that a pointer in it points at; nullptr where it is another's.
template <class grade_C>
grade_C* object_in(Slot& slot)
{
    if (slot.holds<grade_C>()) {
        return &slot.get<grade_C>();
    }
    return slot.holds<grade_C*>() ? slot.get<grade_C*>() : nullptr;
}

// Whether a parameter of that type can have an argument: one from JSON, or an object of the student's.
template <class grade_T>
constexpr bool usable = Value<Bare<grade_T>>::known || ::std::is_class<Bare<grade_T>>::value;

template <class grade_T>
::std::string make_one(Slot& slot, ::std::size_t at)
{
    using Type = Bare<grade_T>;
    using Class = typename Pointed<Type>::type;
    if constexpr (::std::is_class<Class>::value) {
        if (object_in<Class>(slot) != nullptr) {
            return "";
        }
    } else if constexpr (::std::is_class<Type>::value) {
        if (object_in<Type>(slot) != nullptr) {
            return "";
        }
    }
    if constexpr (Value<Type>::known) {
        if (slot.make<Type>()) {
            return "";
        }
    }
    return misfit(Value<Type>::name(), at, slot);
}

template <class grade_T>
auto pass(Slot& slot) -> typename ::std::conditional<::std::is_rvalue_reference<grade_T>::value, grade_T, Bare<grade_T>&>::type
{
    using Type = Bare<grade_T>;
    using Class = typename Pointed<Type>::type;
    using Passed = typename ::std::conditional<::std::is_rvalue_reference<grade_T>::value, grade_T, Type&>::type;
    if constexpr (::std::is_class<Class>::value) {
        if (!slot.holds<Type>() && object_in<Class>(slot) != nullptr) {
            return static_cast<Passed>(*new Type(object_in<Class>(slot)));
        }
    } else if constexpr (::std::is_class<Type>::value) {
        return static_cast<Passed>(*object_in<Type>(slot));
    }
    return static_cast<Passed>(slot.get<Type>());
}

template <class... grade_P, ::std::size_t... grade_at>
::std::string make_all(const Arguments& arguments, ::std::size_t first, ::std::index_sequence<grade_at...>)
{
    ::std::string problem;
    const bool fits = ((problem = make_one<grade_P>(*arguments[first + grade_at], grade_at)).empty() && ...);
    (void)arguments;
    (void)first;
    return fits ? "" : problem;
}

// Keeps what a call returned; of a reference where it is.
template <class grade_R>
::std::string returned(grade_R&& value, Slot& result)
{
    using Type = Bare<grade_R>;
    if constexpr (::std::is_lvalue_reference<grade_R>::value && ::std::is_class<Type>::value) {
        result.hold(new Type*(const_cast<Type*>(&value)));
    } else if constexpr (::std::is_pointer<Type>::value && ::std::is_class<typename Pointed<Type>::type>::value) {
        using Class = typename Pointed<Type>::type;
        result.hold(new Class*(const_cast<Class*>(value)));
    } else if constexpr (::std::is_constructible<Type, grade_R&&>::value) {
        result.hold(new Type(static_cast<grade_R&&>(value)));
        return Value<Type>::write(result.get<Type>());
    }
    return Value<Type>::write(value);
}

template <class grade_R, class... grade_P>
struct Caller {
    using Pointer = grade_R (*)(grade_P...);
    using Places = ::std::index_sequence_for<grade_P...>;

    static ::std::string make(const Function&, const Arguments& arguments) { return make_all<grade_P...>(arguments, 0, Places()); }

    static ::std::string call(const Function& function, const Arguments& arguments, Slot& result, long)
    {
        return call(*static_cast<const Pointer*>(function.function), arguments, result, Places());
    }

private:
    template <::std::size_t... grade_at>
    static ::std::string call(Pointer function, const Arguments& arguments, Slot& result, ::std::index_sequence<grade_at...>)
    {
        (void)arguments;
        if constexpr (::std::is_void<grade_R>::value) {
            (void)result;
            function(pass<grade_P>(*arguments[grade_at])...);
            return "null";
        } else {
            return returned<grade_R>(function(pass<grade_P>(*arguments[grade_at])...), result);
        }
    }
};

template <class grade_C, class grade_M, class grade_R, class... grade_P>
struct MethodCaller {
    using Places = ::std::index_sequence_for<grade_P...>;

    static ::std::string make(const Function&, const Arguments& arguments)
    {
        return object_in<grade_C>(*arguments[0]) == nullptr ? not_of_this_class : make_all<grade_P...>(arguments, 1, Places());
    }

    static ::std::string call(const Function& function, const Arguments& arguments, Slot& result, long)
    {
        const auto method = *static_cast<const grade_M*>(function.function);
        return call(method, *object_in<grade_C>(*arguments[0]), arguments, result, Places());
    }

private:
    template <::std::size_t... grade_at>
    static ::std::string call(
        grade_M method, grade_C& object, const Arguments& arguments, Slot& result, ::std::index_sequence<grade_at...>)
    {
        (void)arguments;
        if constexpr (::std::is_void<grade_R>::value) {
            (void)result;
            (object.*method)(pass<grade_P>(*arguments[1 + grade_at])...);
            return "null";
        } else {
            return returned<grade_R>((object.*method)(pass<grade_P>(*arguments[1 + grade_at])...), result);
        }
    }
};

template <class grade_C, class... grade_P>
struct Maker {
    using Places = ::std::index_sequence_for<grade_P...>;

    static ::std::string make(const Function&, const Arguments& arguments) { return make_all<grade_P...>(arguments, 0, Places()); }

    static ::std::string call(const Function&, const Arguments& arguments, Slot& result, long)
    {
        call(arguments, result, Places());
        return "null";
    }

private:
    template <::std::size_t... grade_at>
    static void call(const Arguments& arguments, Slot& result, ::std::index_sequence<grade_at...>)
    {
        (void)arguments;
        result.hold(new grade_C(pass<grade_P>(*arguments[grade_at])...));
    }
};

template <class... grade_P>
bool add_as(const char* owner, const char* name, Sort sort, ::std::size_t arity, Function function)
{
    if constexpr ((usable<grade_P> && ...)) {
        function.owner = owner;
        function.name = name;
        function.sort = sort;
        function.arity = arity;
        return put(function);
    } else {
        ::std::string wanted;
        ((wanted += (wanted.empty() ? "" : ", ") + Value<Bare<grade_P>>::name()), ...);
        return unusable(owner, name, "it takes (" + wanted + "), which is not what was asked for");
    }
}

template <class grade_R, class... grade_P>
bool add(const char* owner, const char* name, grade_R (*pointer)(grade_P...))
{
    Function function;
    if constexpr ((usable<grade_P> && ...)) {
        using Calls = Caller<grade_R, grade_P...>;
        function.make = &Calls::make;
        function.call = &Calls::call;
        function.function = new (grade_R (*)(grade_P...))(pointer);
    }
    return add_as<grade_P...>(owner, name, *owner == 0 ? Sort::plain : Sort::fixed, sizeof...(grade_P), function);
}

template <class grade_R, class... grade_P>
bool add(const char* owner, const char* name, grade_R (*pointer)(grade_P...) noexcept)
{
    return add<grade_R, grade_P...>(owner, name, static_cast<grade_R (*)(grade_P...)>(pointer));
}

template <class grade_C, class grade_M, class grade_R, class... grade_P>
bool add_method(const char* owner, const char* name, grade_M method)
{
    Function function;
    if constexpr ((usable<grade_P> && ...)) {
        using Calls = MethodCaller<grade_C, grade_M, grade_R, grade_P...>;
        function.make = &Calls::make;
        function.call = &Calls::call;
        function.function = new grade_M(method);
    }
    return add_as<grade_P...>(owner, name, Sort::method, 1 + sizeof...(grade_P), function);
}

template <class grade_R, class grade_C, class... grade_P>
bool add(const char* owner, const char* name, grade_R (grade_C::*method)(grade_P...))
{
    return add_method<grade_C, decltype(method), grade_R, grade_P...>(owner, name, method);
}

template <class grade_R, class grade_C, class... grade_P>
bool add(const char* owner, const char* name, grade_R (grade_C::*method)(grade_P...) const)
{
    return add_method<grade_C, decltype(method), grade_R, grade_P...>(owner, name, method);
}

template <class grade_R, class grade_C, class... grade_P>
bool add(const char* owner, const char* name, grade_R (grade_C::*method)(grade_P...) noexcept)
{
    return add_method<grade_C, decltype(method), grade_R, grade_P...>(owner, name, method);
}

template <class grade_R, class grade_C, class... grade_P>
bool add(const char* owner, const char* name, grade_R (grade_C::*method)(grade_P...) const noexcept)
{
    return add_method<grade_C, decltype(method), grade_R, grade_P...>(owner, name, method);
}

template <class grade_C, class... grade_P>
bool add_constructor(const char* owner)
{
    Function function;
    if constexpr (::std::is_abstract<grade_C>::value) {
        return unusable(owner, owner, "it is abstract");
    } else if constexpr ((usable<grade_P> && ...)) {
        using Makes = Maker<grade_C, grade_P...>;
        function.make = &Makes::make;
        function.call = &Makes::call;
    }
    return add_as<grade_P...>(owner, owner, Sort::constructor, sizeof...(grade_P), function);
}

// The constructor without arguments that the compiler makes, or one whose arguments all have defaults.
template <class grade_C>
bool add_default(const char* owner, bool has_others)
{
    if constexpr (::std::is_default_constructible<grade_C>::value) {
        return add_constructor<grade_C>(owner);
    } else if (has_others) {
        return false;
    } else {
        return unusable(owner, owner, ::std::is_abstract<grade_C>::value ? "it is abstract" : "no object of it can be made");
    }
}

// ---- What is called without its last arguments, as they have defaults; nothing where that is no call

template <class grade_F, class... grade_P>
struct Through {
    static auto call(grade_P... arguments) -> decltype(grade_F::call(static_cast<grade_P&&>(arguments)...))
    {
        return grade_F::call(static_cast<grade_P&&>(arguments)...);
    }
};

template <class grade_F, class... grade_P>
struct Shorter {
    template <class grade_G = grade_F>
    static auto add(const char* owner, const char* name, Sort sort, int)
        -> decltype((void)grade_G::call(::std::declval<grade_P>()...), bool())
    {
        using Result = decltype(grade_G::call(::std::declval<grade_P>()...));
        Function function;
        if constexpr ((usable<grade_P> && ...)) {
            using Calls = Caller<Result, grade_P...>;
            function.make = &Calls::make;
            function.call = &Calls::call;
            function.function = new (Result (*)(grade_P...))(&Through<grade_G, grade_P...>::call);
        }
        return add_as<grade_P...>(owner, name, sort, sizeof...(grade_P), function);
    }
    static bool add(const char*, const char*, Sort, long) { return false; }
};

template <class grade_C, class... grade_P>
bool add_shorter_constructor(const char* owner)
{
    if constexpr (::std::is_constructible<grade_C, grade_P...>::value) {
        return add_constructor<grade_C, grade_P...>(owner);
    } else {
        return false;
    }
}

// A function behind one that first sets the variables in which the program itself keeps the arguments.
template <class grade_S, class grade_F>
struct Setting;
template <class grade_S, class grade_R, class... grade_P>
struct Setting<grade_S, grade_R (*)(grade_P...)> {
    static inline grade_R (*function)(grade_P...);
    static grade_R call(grade_P... arguments)
    {
        grade_S::set(arguments...);
        return function(static_cast<grade_P&&>(arguments)...);
    }
    static auto of(grade_R (*pointer)(grade_P...)) -> grade_R (*)(grade_P...)
    {
        function = pointer;
        return &call;
    }
};
template <class grade_S, class grade_R, class... grade_P>
struct Setting<grade_S, grade_R (*)(grade_P...) noexcept> : Setting<grade_S, grade_R (*)(grade_P...)> {};

// One of several functions of one name, by its parameters.
template <class... grade_P>
struct Pick {
    template <class grade_R>
    static auto of(grade_R (*function)(grade_P...)) -> grade_R (*)(grade_P...)
    {
        return function;
    }
    template <class grade_R, class grade_C>
    static auto of(grade_R (grade_C::*method)(grade_P...)) -> grade_R (grade_C::*)(grade_P...)
    {
        return method;
    }
};
template <class... grade_P>
struct PickConst {
    template <class grade_R, class grade_C>
    static auto of(grade_R (grade_C::*method)(grade_P...) const) -> grade_R (grade_C::*)(grade_P...) const
    {
        return method;
    }
};

}  // namespace grade_driver

#endif

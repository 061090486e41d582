// Values between JSON and C++, and functions of a student's that can be called with them.
//
// It is included behind the student's own source: everything is named in full, and nothing of ours meets their code.

#ifndef GRADE_VALUES_H
#define GRADE_VALUES_H

#include <array>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace grade_driver {

struct Json {
    enum class Kind { null, truth, number, text, list, object };
    Kind kind = Kind::null;
    ::std::string text;  // a number as it was written, "true" or "false", or the text itself
    ::std::vector<Json> items;
    ::std::vector<::std::string> keys;
};

// Defined in driver.cc, so that each of the student's sources compiles quickly.
::std::string quoted(const ::std::string& text);
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
    static ::std::string write(const grade_T&) { return "{\"repr\": " + quoted("a " + name()) + "}"; }
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
    static ::std::string write(const ::std::string& value) { return quoted(value); }
};

template <>
struct Value<const char*> {  // only returned: as an argument it would need an owner
    static constexpr bool known = false;
    static ::std::string name() { return "const char*"; }
    static bool read(const Json&, const char*&) { return false; }
    static ::std::string write(const char* value) { return value == nullptr ? "null" : quoted(value); }
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

// ---- Arguments

// One argument, or one variable of the case: JSON until a function says what type it wants, then an object of that type.
class Slot {
public:
    explicit Slot(const Json& json) : json_(json) {}

    template <class grade_T>
    bool make()
    {
        if (held_ != nullptr && *type_ == typeid(grade_T)) {
            return true;
        }
        if (held_ != nullptr) {
            parse_again();  // another function takes the same variable as another type
        }
        auto* value = new grade_T();
        if (!Value<grade_T>::read(json_, *value)) {
            return false;
        }
        held_ = value;  // for good: the process ends with its case, and a pointer compiles in a tenth of the time
        type_ = &typeid(grade_T);
        write_ = [](const void* held) { return Value<grade_T>::write(*static_cast<const grade_T*>(held)); };
        return true;
    }

    template <class grade_T>
    grade_T& get()
    {
        return *static_cast<grade_T*>(held_);
    }

    ::std::string write() const { return held_ == nullptr ? "null" : write_(held_); }
    ::std::string given() const;

private:
    void parse_again();

    Json json_;
    void* held_ = nullptr;
    const ::std::type_info* type_ = nullptr;
    ::std::string (*write_)(const void*) = nullptr;
};

using Arguments = ::std::vector<Slot*>;

// ---- Functions

struct Function {
    ::std::string name;
    ::std::string unusable;  // why nobody can call it, as a sentence
    ::std::size_t arity = 0;
    ::std::string (*make)(const Arguments&) = nullptr;  // a sentence when the arguments do not fit
    ::std::string (*call)(const void* function, const Arguments&) = nullptr;  // what was returned, as JSON
    const void* function = nullptr;
};

// These three are defined in driver.cc too.
bool put(const Function& function);
bool unusable(const char* name, const ::std::string& why);  // nobody can call it, and why
::std::string misfit(const ::std::string& type, ::std::size_t at, const Slot& slot);

template <class grade_T>
using Bare = typename ::std::remove_cv<typename ::std::remove_reference<grade_T>::type>::type;

template <class grade_T>
::std::string make_one(Slot& slot, ::std::size_t at)
{
    if (slot.make<Bare<grade_T>>()) {
        return "";
    }
    return misfit(Value<Bare<grade_T>>::name(), at, slot);
}

template <class grade_R, class... grade_P>
struct Caller {
    using Pointer = grade_R (*)(grade_P...);

    static ::std::string make(const Arguments& arguments) { return make(arguments, ::std::index_sequence_for<grade_P...>()); }

    static ::std::string call(const void* function, const Arguments& arguments)
    {
        return call(*static_cast<const Pointer*>(function), arguments, ::std::index_sequence_for<grade_P...>());
    }

private:
    template <::std::size_t... grade_at>
    static ::std::string make(const Arguments& arguments, ::std::index_sequence<grade_at...>)
    {
        ::std::string problem;
        const bool fits = ((problem = make_one<grade_P>(*arguments[grade_at], grade_at)).empty() && ...);
        (void)arguments;
        return fits ? "" : problem;
    }

    template <::std::size_t... grade_at>
    static ::std::string call(Pointer function, const Arguments& arguments, ::std::index_sequence<grade_at...>)
    {
        (void)arguments;
        if constexpr (::std::is_void<grade_R>::value) {
            function(pass<grade_P>(*arguments[grade_at])...);
            return "null";
        } else {
            return Value<Bare<grade_R>>::write(function(pass<grade_P>(*arguments[grade_at])...));
        }
    }

    template <class grade_T>
    static auto pass(Slot& slot) -> typename ::std::conditional<::std::is_rvalue_reference<grade_T>::value, grade_T, Bare<grade_T>&>::type
    {
        using Passed = typename ::std::conditional<::std::is_rvalue_reference<grade_T>::value, grade_T, Bare<grade_T>&>::type;
        return static_cast<Passed>(slot.get<Bare<grade_T>>());
    }
};

template <class grade_R, class... grade_P>
bool add(const char* name, grade_R (*function)(grade_P...))
{
    if constexpr ((Value<Bare<grade_P>>::known && ...)) {
        using Calls = Caller<grade_R, grade_P...>;
        return put({name, "", sizeof...(grade_P), &Calls::make, &Calls::call, new (grade_R (*)(grade_P...))(function)});
    } else {
        ::std::string wanted;
        ((wanted += (wanted.empty() ? "" : ", ") + Value<Bare<grade_P>>::name()), ...);
        return unusable(name, "it takes (" + wanted + "), which is not what was asked for");
    }
}

template <class grade_R, class... grade_P>
bool add(const char* name, grade_R (*function)(grade_P...) noexcept)
{
    return add<grade_R, grade_P...>(name, static_cast<grade_R (*)(grade_P...)>(function));
}

// One of several functions of one name, by its parameters.
template <class... grade_P>
struct Pick {
    template <class grade_R>
    static auto of(grade_R (*function)(grade_P...)) -> grade_R (*)(grade_P...)
    {
        return function;
    }
};

}  // namespace grade_driver

#endif

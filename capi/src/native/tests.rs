//! The interface called as C calls it.

use super::*;
use std::ffi::CStr;
use std::path::Path;
use std::ptr::{null, null_mut};

fn shader(name: &str) -> *mut Shader {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../testdata/shaders")
        .join(name);
    let bytes = std::fs::read(path).unwrap();
    let mut shader = null_mut();
    // SAFETY: bytes and place are ours.
    let code = unsafe { d2s_parse(bytes.as_ptr().cast(), bytes.len(), &mut shader, null_mut()) };
    assert_eq!(code, code::OK);
    shader
}

fn options() -> types::Options {
    types::Options {
        struct_size: size_of::<types::Options>(),
        entry_point: null(),
        json: null(),
        json_size: 0,
        root_signature_source: source::EMBEDDED,
        root_signature: null(),
        root_signature_size: 0,
        log: None,
        log_userdata: null_mut(),
    }
}

fn text(view: Text) -> String {
    // SAFETY: texts end with a zero byte and are alive in these tests.
    let text = unsafe { CStr::from_ptr(view.data) };
    assert_eq!(text.count_bytes(), view.size);
    text.to_str().unwrap().to_owned()
}

#[test]
fn a_shader_is_translated_and_described() {
    let shader = shader("binding/sample_vs.dxil");
    let json = br#"{ "target_env": "vulkan1.1", "names": false }"#;
    let mut options = options();
    options.json = json.as_ptr().cast();
    options.json_size = json.len();
    let (mut translation, mut description, mut plan) = (null_mut(), null_mut(), null_mut());
    // SAFETY: handles are live until they are freed at the end.
    unsafe {
        assert_eq!(
            d2s_translate(shader, &options, &mut translation, null_mut()),
            code::OK
        );
        assert_eq!(d2s_describe(shader, &mut description, null_mut()), code::OK);
        assert_eq!(d2s_plan(shader, null(), &mut plan, null_mut()), code::OK);
        d2s_shader_free(shader);
        let mut output = std::mem::zeroed::<Output>();
        assert_eq!(
            d2s_translation_get(translation, &mut output),
            code::INVALID_ARGUMENT
        );
        // An older caller knows the words only.
        output.struct_size = 24;
        assert_eq!(d2s_translation_get(translation, &mut output), code::OK);
        assert!(output.reflection.data.is_null());
        assert_eq!(output.words.read(), 0x0723_0203);
        assert_eq!(output.words.add(1).read(), 0x0001_0300);
        output.struct_size = size_of::<Output>();
        assert_eq!(d2s_translation_get(translation, &mut output), code::OK);
        let reflection: serde_json::Value = serde_json::from_str(&text(output.reflection)).unwrap();
        assert_eq!(reflection["stage"], "vertex");
        assert_eq!(reflection["hash"], format!("{:016x}", output.shader_hash));
        assert!(text(output.warnings).starts_with('['));
        let described: serde_json::Value = serde_json::from_str(&text(d2s_text_get(description))).unwrap();
        assert_eq!(described["entry_points"][0]["stage"], "vertex");
        assert!(text(d2s_text_get(plan)).contains("push_constants"));
        d2s_translation_free(translation);
        d2s_text_free(description);
        d2s_text_free(plan);
    }
}

unsafe extern "C" fn count(userdata: *mut c_void, level: c_int, message: *const c_char, size: usize) {
    assert_eq!(level, 0);
    // SAFETY: the test hands over a number, the library a text.
    unsafe {
        *userdata.cast::<u32>() += 1;
        assert_eq!(CStr::from_ptr(message).count_bytes(), size);
    }
}

#[test]
fn errors_have_code_message_and_location() {
    let (mut shader_out, mut error) = (null_mut(), null_mut());
    let mut info = types::ErrorInfo {
        struct_size: size_of::<types::ErrorInfo>(),
        // SAFETY: null pointers and numbers.
        ..unsafe { std::mem::zeroed() }
    };
    // SAFETY: bytes and places are ours, handles live until they are freed.
    unsafe {
        let code = d2s_parse(b"DXBC".as_ptr().cast(), 4, &mut shader_out, &mut error);
        assert_eq!(code, code::MALFORMED);
        assert!(shader_out.is_null());
        assert_eq!(d2s_error_get(error, &mut info), code::OK);
        assert_eq!(info.code, code::MALFORMED);
        assert!(!text(info.message).is_empty());
        d2s_error_free(error);

        let shader = shader("binding/sample_vs.dxil");
        let mut logged = 0u32;
        let mut options = options();
        options.log = Some(count);
        options.log_userdata = (&raw mut logged).cast();
        options.entry_point = c"nothing".as_ptr();
        let mut translation = null_mut();
        let code = d2s_translate(shader, &options, &mut translation, null_mut());
        assert_eq!((code, logged), (code::INVALID_OPTIONS, 1));
        assert!(translation.is_null());
        options.entry_point = null();
        options.json = c"{".as_ptr();
        options.json_size = 1;
        assert_eq!(
            d2s_translate(shader, &options, &mut translation, null_mut()),
            code::INVALID_OPTIONS
        );
        options.struct_size = 0;
        assert_eq!(
            d2s_translate(shader, &options, &mut translation, null_mut()),
            code::INVALID_OPTIONS
        );
        d2s_shader_free(shader);
    }
}

#[test]
fn null_is_refused() {
    // SAFETY: null is what the test is about.
    unsafe {
        assert_eq!(
            d2s_parse(null(), 3, null_mut(), null_mut()),
            code::INVALID_ARGUMENT
        );
        assert_eq!(
            d2s_translate(null(), null(), &mut null_mut(), null_mut()),
            code::INVALID_ARGUMENT
        );
        assert_eq!(d2s_error_get(null(), null_mut()), code::INVALID_ARGUMENT);
        d2s_shader_free(null_mut());
        d2s_translation_free(null_mut());
        d2s_text_free(null_mut());
        d2s_error_free(null_mut());
        assert_eq!(d2s_text_get(null()).size, 0);
    }
}

/** Containers of media. Playlists and other formats that name files, and devices, are not among them. */
const FORMATS = [
  ..."mov matroska avi mpegts mpeg mpegvideo flv ogg asf h264 hevc ivf m4v gif mjpeg dv rm mxf nut obu".split(
    " ",
  ),
  ..."wav w64 aiff caf flac mp3 aac ac3 eac3 amr au".split(" "),
];

const DECODERS = [
  ..."h264 hevc vp8 libvpx vp9 libvpx-vp9 av1 libdav1d libaom-av1 mpeg4 mpeg2video mpeg1video mpegvideo h263".split(
    " ",
  ),
  ..."mjpeg png gif theora prores dnxhd dvvideo ffv1 rawvideo flv msmpeg4 msmpeg4v2 wmv1 wmv2 wmv3 vc1 rv40".split(
    " ",
  ),
  ..."aac aac_latm libfdk_aac mp3 mp3float mp2 mp2float opus libopus vorbis flac alac ac3 eac3 wmav1 wmav2".split(
    " ",
  ),
  ..."amrnb amrwb libopencore_amrnb libopencore_amrwb adpcm_ima_wav adpcm_ms cook".split(" "),
  ..."pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_u8 pcm_s8 pcm_f32le pcm_f32be".split(
    " ",
  ),
  ..."pcm_f64le pcm_f64be pcm_alaw pcm_mulaw".split(" "),
];

const MAX_PIXELS = 120_000_000;
const MAX_ALLOCATION = 256 * 2 ** 20;

/**
 * The arguments before `-i` of an untrusted file: only files and pipes as addresses, only known containers
 * and decoders, and limits of streams and pixels. A file that names others is refused by its format. Callers
 * that decode add `-threads`.
 */
export const UNTRUSTED: readonly string[] = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  FORMATS.join(","),
  "-codec_whitelist",
  DECODERS.join(","),
  "-max_streams",
  "64",
  "-max_pixels",
  String(MAX_PIXELS),
];

/** The first arguments of every call: no output but errors, and a limit of memory. */
export const QUIET: readonly string[] = ["-hide_banner", "-v", "error", "-max_alloc", String(MAX_ALLOCATION)];

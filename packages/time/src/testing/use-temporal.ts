/** For tests of browser code, whose run time (jsdom) has no Temporal. */
import 'temporal-polyfill/global'

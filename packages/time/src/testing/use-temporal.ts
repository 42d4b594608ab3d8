/** For tests of browser code: jsdom has no Temporal. */
import 'temporal-polyfill/global'

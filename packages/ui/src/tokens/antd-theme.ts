import type { ThemeConfig } from 'antd/es/config-provider'
import { colorOf, fontFamily, fontSizes, motion, radius, type Mode } from './tokens.ts'

/** The same looks for the few controls that come from antd. */
export function antdTheme(mode: Mode): ThemeConfig {
  const color = (token: Parameters<typeof colorOf>[0]) => colorOf(token, mode)
  return {
    token: {
      colorPrimary: color('brand'),
      colorError: color('bad'),
      colorText: color('text'),
      colorTextPlaceholder: color('textFaint'),
      colorTextDescription: color('textMuted'),
      colorTextDisabled: color('textMuted'),
      colorIcon: color('textMuted'),
      colorBgContainer: color('surface'),
      colorBgElevated: color('raised'),
      colorBgContainerDisabled: color('sunken'),
      colorBorder: color('outline'),
      colorFillSecondary: color('hover'),
      colorFillTertiary: color('hover'),
      controlItemBgHover: color('hover'),
      controlItemBgActive: color('brandSoft'),
      borderRadius: radius,
      borderRadiusLG: radius,
      borderRadiusSM: 6,
      controlHeight: 40,
      fontFamily,
      fontSize: fontSizes.s,
      motionDurationFast: `${motion.quick / 1000}s`,
      motionDurationMid: `${motion.calm / 1000}s`,
      motionDurationSlow: `${motion.slow / 1000}s`,
      boxShadowSecondary: '0 8px 24px #0b0d1024',
    },
    components: {
      Select: { optionSelectedBg: color('brandSoft'), optionActiveBg: color('hover'), optionSelectedFontWeight: 500 },
    },
  }
}

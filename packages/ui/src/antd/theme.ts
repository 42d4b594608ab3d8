import type { ThemeConfig } from 'antd/es/config-provider'
import { colorOf, fontFamily, fontSizes, motion, radius, type Mode } from '../tokens/tokens.ts'

const seconds = (ms: number) => `${ms / 1000}s`

/** antd's theme, made from our tokens. */
export function antdTheme(mode: Mode): ThemeConfig {
  const color = (token: Parameters<typeof colorOf>[0]) => colorOf(token, mode)
  return {
    token: {
      colorPrimary: color('brand'),
      colorError: color('bad'),
      colorText: color('text'),
      colorTextHeading: color('text'),
      colorTextPlaceholder: color('textFaint'),
      colorTextDescription: color('textMuted'),
      colorTextDisabled: color('textMuted'),
      colorIcon: color('textMuted'),
      colorIconHover: color('text'),
      colorBgContainer: color('surface'),
      colorBgElevated: color('raised'),
      colorBgContainerDisabled: color('sunken'),
      colorBorder: color('outline'),
      colorSplit: color('hairline'),
      colorFillSecondary: color('hover'),
      colorFillTertiary: color('hover'),
      controlItemBgHover: color('hover'),
      controlItemBgActive: color('brandSoft'),
      controlItemBgActiveHover: color('brandSoft'),
      borderRadius: radius,
      borderRadiusLG: radius,
      borderRadiusSM: 6,
      controlHeight: 40,
      fontFamily,
      fontSize: fontSizes.s,
      motionDurationFast: seconds(motion.quick),
      motionDurationMid: seconds(motion.calm),
      motionDurationSlow: seconds(motion.slow),
      boxShadowSecondary: '0 8px 24px #0b0d1024',
    },
    components: {
      Select: { optionSelectedBg: color('brandSoft'), optionActiveBg: color('hover'), optionSelectedFontWeight: 500 },
      Tooltip: {
        colorBgSpotlight: color('text'),
        colorTextLightSolid: color('surface'),
        borderRadius: 6,
        controlHeight: 30,
        fontSize: fontSizes.xs,
        maxWidth: 280,
      },
    },
  }
}

import { theme as antd, type ThemeConfig } from 'antd'
import type { Density } from './appearance.ts'
import { dark, light, type Palette } from './palette.ts'

/** antd's theme for a colour scheme and a density; `still` turns motion off. */
export function themeOf({ isDark, density, still }: { isDark: boolean; density: Density; still: boolean }): ThemeConfig {
  const palette = isDark ? dark : light
  const compact = density === 'compact'
  return {
    algorithm: isDark ? antd.darkAlgorithm : antd.defaultAlgorithm,
    // A name of its own for each look: a hidden tab keeps the styles of the look it was last drawn in.
    cssVar: { key: `oa-${isDark ? 'dark' : 'light'}-${density}${still ? '-still' : ''}` },
    hashed: false,
    token: { ...colours(palette), ...measures(compact), motion: !still },
    components: componentTokens(palette, compact),
  }
}

const colours = (palette: Palette): ThemeConfig['token'] => ({
  colorPrimary: palette.primary,
  colorInfo: palette.primary,
  colorPrimaryHover: palette.primaryHover,
  colorPrimaryActive: palette.primaryActive,
  colorError: palette.error,
  colorErrorHover: palette.errorHover,
  colorErrorActive: palette.errorActive,
  colorSuccess: palette.success,
  colorWarning: palette.warning,
  colorLink: palette.accent,
  colorLinkHover: palette.accentHover,
  colorBgLayout: palette.canvas,
  colorBgContainer: palette.surface,
  colorBgElevated: palette.elevated,
  colorBorder: palette.line2,
  colorBorderSecondary: palette.line,
  colorSplit: palette.line,
  colorText: palette.text,
  colorTextSecondary: palette.text2,
  colorTextTertiary: palette.text3,
  colorTextDescription: palette.text3,
  colorTextPlaceholder: palette.placeholder,
  colorIcon: palette.text3,
  controlOutline: palette.outline,
  controlItemBgActive: palette.accentSoft,
  controlItemBgActiveHover: palette.accentSoft,
  controlItemBgHover: palette.subtle,
  boxShadow: palette.shadow,
  boxShadowSecondary: palette.shadow,
  colorBgMask: palette.mask,
})

const measures = (compact: boolean): ThemeConfig['token'] => ({
  fontFamily:
    '"Inter Variable","PingFang SC","HarmonyOS Sans SC","Microsoft YaHei UI","Noto Sans SC","Noto Sans CJK SC",system-ui,sans-serif',
  fontSize: compact ? 12 : 13,
  lineHeight: compact ? 18 / 12 : 20 / 13,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 10,
  controlHeight: compact ? 28 : 32,
  controlHeightSM: compact ? 24 : 26,
  controlHeightLG: 40,
  controlOutlineWidth: 3,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.12s',
})

const componentTokens = (palette: Palette, compact: boolean): ThemeConfig['components'] => ({
  Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', dangerColor: palette.surface, fontWeight: 500,
    paddingInline: 12 },
  Table: {
    headerBg: palette.surface,
    headerColor: palette.text3,
    headerSplitColor: 'transparent',
    borderColor: palette.line,
    rowHoverBg: palette.subtle,
    rowSelectedBg: palette.accentSoft,
    rowSelectedHoverBg: palette.accentSoft,
    headerBorderRadius: 0,
    cellPaddingBlockSM: compact ? 4 : 7,
    cellPaddingInlineSM: 10,
    cellFontSizeSM: compact ? 12 : 13,
  },
  Menu: {
    itemHeight: compact ? 26 : 30,
    itemMarginBlock: 1,
    itemMarginInline: 8,
    itemBorderRadius: 6,
    itemBg: 'transparent',
    itemColor: palette.text2,
    itemSelectedBg: palette.menuSelected,
    itemSelectedColor: palette.text,
    groupTitleFontSize: 11,
    groupTitleColor: palette.text3,
    iconSize: 14,
    activeBarBorderWidth: 0,
  },
  Tabs: {
    horizontalItemGutter: 20,
    horizontalItemPadding: '9px 0',
    itemColor: palette.text2,
    itemSelectedColor: palette.text,
    itemHoverColor: palette.text,
    inkBarColor: palette.accent,
    horizontalMargin: '0',
  },
  Form: {
    itemMarginBottom: compact ? 10 : 14,
    labelFontSize: 12,
    labelColor: palette.text2,
    verticalLabelPadding: '0 0 4px',
  },
  Select: { optionSelectedBg: palette.accentSoft, optionHeight: 30 },
  Input: { paddingInline: 10 },
  Segmented: { trackBg: palette.track, itemSelectedBg: palette.trackSelected, trackPadding: 2 },
  Modal: { titleFontSize: 15 },
  Progress: { defaultColor: palette.accent, remainingColor: palette.line },
  Tag: { defaultBg: palette.greySoft },
  Tree: { titleHeight: 28 },
  Switch: { trackHeight: 18, trackMinWidth: 32, handleSize: 14 },
  Checkbox: { borderRadiusSM: 3 },
  Tooltip: { colorBgSpotlight: '#2A2926' },
})

// oxlint-disable-next-line typescript/triple-slash-reference -- whoever compiles this source needs the shape of style sheets
/// <reference path="../css.d.ts" />
export { Bar, StackedBar } from './bar.tsx'
export { Button, IconButton, LinkButton, type ButtonKind, type ButtonProps, type ButtonSize } from './button.tsx'
export { cx } from './class-names.ts'
export { CommandLines } from './command-lines.tsx'
export { copyText } from './copy-text.ts'
export { DescriptionList } from './description-list.tsx'
export { Figure, type FigureSize } from './figure.tsx'
export { Icon, isIconName, type IconName } from './icon.tsx'
export { Menu, type MenuItem } from './menu.tsx'
export { Card, Grid, Page, PageHeader, Row, Stack } from './page.tsx'
export { printPage } from './print-page.ts'
export { Skeleton, SkeletonChart, SkeletonStatRow, SkeletonTable, SkeletonText } from './skeleton.tsx'
export { Sparkline } from './sparkline.tsx'
export { Stat, StatRow, type StatProps } from './stat.tsx'
export { Empty, ErrorState, NoAccess } from './state.tsx'
export { AgeBadge, Notice, StatusCount, StatusTag, type AgeTone, type StatusTone } from './status.tsx'
export { Segmented, Tabs, Toolbar, type SegmentedOption } from './tabs.tsx'
export { Paper, UiProvider, useUi, type ThemeChoice, type UiSettings } from './ui-provider.tsx'
export {
  readUrlState,
  urlChoice,
  urlMatch,
  urlNumber,
  urlPage,
  urlPageSize,
  urlText,
  useUrlState,
  writeUrlState,
  type UrlField,
  type UrlStateOf,
} from './url-state.ts'
export { typedCode } from './typed-code.ts'
export { useNow } from './use-now.ts'
export { VisuallyHidden } from './visually-hidden.tsx'

/** Links inside the portal. Every link is built here; pages never write a URL by hand. */
export const stationTabs = ['charts', 'devices', 'performance', 'alarms', 'information', 'sharing'] as const
export type StationTab = (typeof stationTabs)[number]

export const deviceTabs = ['charts', 'information', 'alarms'] as const
export type DeviceTab = (typeof deviceTabs)[number]

export const settingTabs = ['basic'] as const
export type SettingTab = (typeof settingTabs)[number]

const part = encodeURIComponent

export const paths = {
  home: () => '/',
  login: () => '/login/index',
  register: () => '/login/register',
  forgotPassword: () => '/login/forget',
  /** Target of the link in an activation mail. */
  activate: (token: string) => `/login/activate/${part(token)}`,
  /** Target of the link at the end of a daily mail. */
  unsubscribe: (token: string) => `/login/unsubscribe/${part(token)}`,
  dashboard: () => '/dashboard',
  customized: () => '/customized',
  stationList: () => '/station/list',
  stationAdd: () => '/station/add',
  /** `memberId` is the owning account (the specification's MemberAutoID). */
  station: (tab: StationTab, memberId: string, stationId: string) =>
    `/station/detail/${tab}/${part(memberId)}/${part(stationId)}`,
  deviceList: () => '/device/list',
  device: (tab: DeviceTab, memberId: string, deviceId: string) =>
    `/device/detail/${tab}/${part(memberId)}/${part(deviceId)}`,
  record: () => '/record',
  bulletin: () => '/bulletin',
  download: () => '/download',
  account: () => '/account',
  setting: (tab: SettingTab) => `/setting/${tab}`,
  functionSetting: () => '/functionSetting',
  screen: () => '/screen',
}

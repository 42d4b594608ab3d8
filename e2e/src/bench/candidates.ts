/** Imported names by module (`src/`: of ui). */
export type Imports = Readonly<Record<string, readonly string[] | 'all'>>

const base: Imports = { 'src/antd/antd-provider.tsx': ['AntdProvider'] }

/** Components of antd with its base, by folder names. */
const antd = (...folders: string[]): Imports => ({
  ...base,
  ...Object.fromEntries(folders.map((folder) => [`antd/es/${folder}`, ['default']])),
})

/** The drawing code of charts, with G2 interactions that they do not use. */
const g2 = (...paths: string[]): Imports => ({
  'src/chart/draw.ts': ['createDrawing'],
  ...Object.fromEntries(paths.map((path) => [`@antv/g2/esm/${path}`, 'all' as const])),
})

const entries = ['core', 'table', 'form', 'overlay', 'date', 'picture', 'chart', 'map', 'tokens']
const components = [
  'button dropdown tabs segmented card flex skeleton statistic descriptions progress form input input-number select',
  'switch checkbox qr-code modal drawer message tooltip calendar date-picker table pagination upload',
].flatMap((names) => names.split(' '))

const of = (...pairs: [name: string, imports: Imports][]) => Object.fromEntries(pairs)

export const candidates: Readonly<Record<string, Imports>> = {
  ...of(...entries.map((name): [string, Imports] => [`ui ${name}`, { [`src/${name}/index.ts`]: 'all' }])),
  'ui Button': { 'src/core/button.tsx': 'all' },
  'ui Menu': { 'src/core/menu.tsx': ['Menu'] },
  'ui Tabs Segmented': { 'src/core/tabs.tsx': 'all' },
  'ui Page Card Grid': { 'src/core/page.tsx': 'all' },
  'ui Skeleton': { 'src/core/skeleton.tsx': 'all' },
  'ui Stat': { 'src/core/stat.tsx': 'all' },
  'ui Empty ErrorState': { 'src/core/state.tsx': 'all' },
  'ui StatusTag Notice': { 'src/core/status.tsx': 'all' },
  'ui DescriptionList': { 'src/core/description-list.tsx': 'all' },
  'ui Bar': { 'src/core/bar.tsx': 'all' },
  'ui Form text fields': {
    'src/form/form.tsx': 'all',
    'src/form/text-fields.tsx': 'all',
    'src/form/use-form.ts': ['useForm'],
  },
  'ui SearchField': { 'src/form/search-field.tsx': 'all' },
  'ui NumberField': { 'src/form/number-field.tsx': 'all' },
  'ui CodeField': { 'src/form/code-field.tsx': 'all' },
  'ui SelectField': { 'src/form/choice-fields.tsx': ['SelectField', 'ChoiceField'] },
  'ui SwitchField CheckboxField': { 'src/form/choice-fields.tsx': ['SwitchField', 'CheckboxField'] },
  'ui QrCode': { 'src/form/qr-code.tsx': ['default'] },
  'ui Modal Drawer Confirm': { 'src/overlay/dialog.tsx': ['Modal', 'Drawer'], 'src/overlay/confirm.tsx': ['Confirm'] },
  'ui toasts': { 'src/overlay/toast.tsx': 'all' },
  'ui DayPicker': { 'src/date/day-picker.tsx': ['DayPicker'] },
  'ui zoom': { 'src/chart/use-zoom.ts': ['useZoom'], 'src/chart/use-gestures.ts': 'all' },
  'react-day-picker calendar': { 'src/date/day-calendar.tsx': 'all' },
  'react-easy-crop': { 'react-easy-crop': ['default'] },
  'antd base': base,
  ...of(...components.map((name): [string, Imports] => [`antd ${name}`, antd(name)])),
  'antd empty result': antd('empty', 'result'),
  'antd tag badge': antd('tag', 'badge'),
  'antd alert': antd('alert'),
  'antd form input': antd('form', 'input'),
  'g2 as drawn': g2(),
  'g2 tooltip': g2('interaction/tooltip'),
  'g2 legend': g2('component/legendCategory', 'interaction/legendFilter'),
  'g2 brush': g2('interaction/brushXFilter'),
  'g2 slider': g2('component/sliderX', 'interaction/sliderFilter'),
  'g2 bars': g2('mark/interval', 'transform/dodgeX'),
  'g2 time scale': g2('scale/time'),
  'g2 all of these': g2(
    'interaction/tooltip',
    'component/legendCategory',
    'interaction/legendFilter',
    'interaction/brushXFilter',
    'component/sliderX',
    'interaction/sliderFilter',
  ),
}

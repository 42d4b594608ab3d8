import type { Stage } from './stage.ts'

/** Comments of owner and installer, in the plant's language. */
const said = {
  owner: '第 3 台逆變器有一串電流只剩一半，請下次巡檢時檢查。',
  installer: '已到場：組串 5 被雜草遮蔭，已修剪；一個 MC4 接頭更換。',
} as const

/** An alarm that is acknowledged, assigned to the installer, and commented by both. */
export async function handleAlarm({ credentials, signedIn }: Stage): Promise<boolean> {
  const owner = await signedIn('owner')
  const [station] = await owner.call('GET /stations', { query: { search: '彰濱' } })
  if (!station) return false
  const query = { stationId: station.id, lowLight: false, state: 'closed', pageSize: 1 } as const
  const [alarm] = await owner.call('GET /alarms', { query })
  if (!alarm) return false
  const params = { alarmId: alarm.id }
  const assignees = await owner.call('GET /alarms/:alarmId/assignees', { params })
  const installer = assignees.find(({ userName }) => userName === credentials.installer.userName)
  if (!installer) return false
  await owner.call('POST /alarms/:alarmId/comments', { params, body: { text: said.owner } })
  await owner.call('PUT /alarms/:alarmId/assignee', { params, body: { accountId: installer.accountId } })
  const handler = await signedIn('installer')
  await handler.call('PUT /alarms/:alarmId/acknowledgement', { params, body: { acknowledged: true } })
  await handler.call('POST /alarms/:alarmId/comments', { params, body: { text: said.installer } })
  return true
}

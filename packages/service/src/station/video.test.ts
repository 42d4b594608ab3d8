import { createHash } from 'node:crypto'
import { editStation } from '../testing/edit-station.ts'
import { sharedPlant } from '../testing/shared-portal.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')

const play = (cookie = owner.cookie) =>
  portal.app.inject({ url: `/api/web/v1/stations/${plant.stationId}/video`, headers: { cookie } })

test('the page of a video allows only the saved address, no script, and frames of this portal', async () => {
  const none = await play()
  expect(none.headers['content-security-policy']).toContain("media-src 'none';")
  expect(none.body).not.toContain('<video')
  const videoUrl = `https://media.example.org/roof;a,b.mp4?"><script>planted()</script>&x=1`
  expect(await editStation(owner, plant.stationId, { videoUrl, name: 'Roof <b>' })).toBe(200)
  const page = await play()
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = String(page.headers['content-security-policy']).split('; ')
  expect(policy).toContain('media-src https://media.example.org/roof%3Ba%2Cb.mp4')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "img-src 'self'"]))
  expect(policy.join(' ')).not.toContain('script-src')
  expect(page.body).toContain('src="https://media.example.org/roof;a,b.mp4?&quot;&gt;&lt;script&gt;planted()')
  expect(page.body).toContain('aria-label="Roof &lt;b&gt;"')
  const stranger = await portal.signIn('stranger')
  expect((await play(stranger.cookie)).statusCode).toBe(404)
})

test('a video of this portal is allowed from its own origin; without an address there is no video', async () => {
  const own = () => portal.app.inject({ url: '/api/web/v1/account/video', headers: { cookie: owner.cookie } })
  expect((await own()).body).not.toContain('<video')
  const { data: account } = await owner.call('GET /account')
  const { id: _id, userName: _userName, email: _email, role: _role, ...settings } = account
  const videoUrl = '/api/web/v1/bulletins/00000000-0000-4000-8000-000000000001/file'
  expect((await owner.call('PUT /account', { body: { ...settings, videoUrl } })).status).toBe(200)
  expect((await own()).headers['content-security-policy']).toContain("media-src 'self';")
})

test('the page of a stream allows only its server, one hashed script, and the player of this portal', async () => {
  expect(await editStation(owner, plant.stationId, { videoUrl: 'https://live.example.org/roof/list.m3u8?key=1' })).toBe(
    200,
  )
  const page = await play()
  const policy = String(page.headers['content-security-policy']).split('; ')
  expect(policy).toContain('media-src https://live.example.org blob:')
  expect(policy).toContain('connect-src https://live.example.org')
  expect(page.body).toContain('data-stream="https://live.example.org/roof/list.m3u8?key=1"')
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page.body) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`script-src 'sha256-${hash}' 'self'`)
  const player = await portal.app.inject({ url: '/api/web/v1/video-player', headers: { cookie: owner.cookie } })
  expect(player.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(player.body).toContain('isSupported')
})

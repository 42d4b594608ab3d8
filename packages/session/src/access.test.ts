import { accessFlagsOf, grants } from './access.ts'

const session = {
  accountId: 'a',
  userName: 'u',
  nickname: 'n',
  role: 'owner',
  stateName: '',
  mainAccountId: null,
  view: null,
} as const

test('canSeeAdmin holds unless the state is named dontHaveAccess', () => {
  expect(accessFlagsOf(session, true)).toEqual({ isLogin: true, canSeeAdmin: true, isMainAccount: true })
  expect(accessFlagsOf({ ...session, stateName: 'dontHaveAccess' }, true).canSeeAdmin).toBe(false)
  expect(accessFlagsOf(undefined, false)).toEqual({ isLogin: false, canSeeAdmin: true, isMainAccount: true })
})

test('a sub-account is not a main account', () => {
  expect(accessFlagsOf({ ...session, mainAccountId: 'm' }, true).isMainAccount).toBe(false)
})

test('a route without an access name is open; one with an unset or unknown flag is closed', () => {
  const flags = { isLogin: true, canSeeAdmin: false, isMainAccount: true }
  expect(grants(undefined, flags)).toBe(true)
  expect(grants('isLogin', flags)).toBe(true)
  expect(grants('canSeeAdmin', flags)).toBe(false)
  expect(grants('somethingNew', flags)).toBe(false)
  expect(grants('toString', flags)).toBe(false)
})

import type { Account } from '@helioport/contract'

/** A complete account for tests; give only the fields that matter. */
export function anyAccount(change: Partial<Account> = {}): Account {
  return {
    id: '564b7da2-5ece-4997-aa22-2c5c2aa137fe',
    userName: 'lin',
    email: 'lin@example.org',
    role: 'owner',
    nickname: 'Lin',
    phone: '',
    address: '',
    province: '',
    city: '',
    timeZoneOffset: 480,
    feedInTariff: null,
    currency: 'TWD',
    videoUrl: '',
    ...change,
  }
}

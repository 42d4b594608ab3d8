import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import {
  IncomingShare,
  MonitoredAccount,
  Share,
  ShareChange,
  ShareInput,
  SubAccount,
  SubAccountChange,
  SubAccountInput,
  SubAccountPassword,
} from '../entities/sharing.ts'
import { type EndpointSpec, Nothing, page } from './endpoint.ts'

const subAccount = object({ subAccountId: Id })
const share = object({ stationId: Id, shareId: Id })
const incomingShare = object({ incomingShareId: Id })

export const sharingEndpoints = {
  'GET /sub-accounts': {
    access: 'main',
    summary: 'Sub-accounts of the main account',
    query: object(page),
    reply: Type.Array(SubAccount),
    paged: true,
    errors: [],
  },
  'POST /sub-accounts': {
    access: 'main',
    right: 'manage',
    summary: 'Make a sub-account; it may sign in at once',
    body: SubAccountInput,
    reply: SubAccount,
    errors: ['notFound', 'account.userNameTaken', 'account.emailTaken'],
  },
  'PUT /sub-accounts/:subAccountId': {
    access: 'main',
    right: 'manage',
    summary: 'Change rights, stations or state of a sub-account; a disabled one is out at its next request',
    params: subAccount,
    body: SubAccountChange,
    reply: SubAccount,
    errors: ['notFound'],
  },
  'PUT /sub-accounts/:subAccountId/password': {
    access: 'main',
    summary: 'Give a sub-account a new password; its sessions end',
    params: subAccount,
    body: SubAccountPassword,
    reply: Nothing,
    errors: ['notFound'],
  },
  'DELETE /sub-accounts/:subAccountId': {
    access: 'main',
    summary: 'Delete a sub-account',
    params: subAccount,
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /stations/:stationId/shares': {
    access: 'main',
    right: 'manage',
    summary: 'With whom a station is shared, and who was invited',
    params: object({ stationId: Id }),
    query: object(page),
    reply: Type.Array(Share),
    paged: true,
    errors: ['notFound'],
  },
  'POST /stations/:stationId/shares': {
    access: 'main',
    right: 'manage',
    summary: 'Invite an account by its user name; the reply says nothing about whether there is one',
    params: object({ stationId: Id }),
    body: ShareInput,
    reply: Share,
    errors: ['notFound', 'share.exists', 'share.self', 'share.ownSubAccount', 'share.endsInPast'],
  },
  'PUT /stations/:stationId/shares/:shareId': {
    access: 'main',
    right: 'manage',
    summary: 'Change rights and last day of a share; counts at the next request',
    params: share,
    body: ShareChange,
    reply: Share,
    errors: ['notFound', 'conflict', 'share.endsInPast'],
  },
  'DELETE /stations/:stationId/shares/:shareId': {
    access: 'main',
    right: 'manage',
    summary: 'Take a share or an invitation back; counts at the next request',
    params: share,
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /incoming-shares': {
    access: 'main',
    summary: 'Invitations and shares of others with the caller',
    query: object(page),
    reply: Type.Array(IncomingShare),
    paged: true,
    errors: [],
  },
  'POST /incoming-shares/:incomingShareId/acceptance': {
    access: 'main',
    summary: 'Accept an invitation; once',
    params: incomingShare,
    reply: IncomingShare,
    errors: ['notFound', 'conflict'],
  },
  'DELETE /incoming-shares/:incomingShareId': {
    access: 'main',
    summary: 'Decline an invitation, or give an accepted share back; the owner sees that',
    params: incomingShare,
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /monitored-accounts': {
    access: 'account',
    summary: 'Accounts that the caller watches: those that share with it, and its sub-accounts',
    query: object(page),
    reply: Type.Array(MonitoredAccount),
    paged: true,
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>

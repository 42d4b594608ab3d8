import { UserName } from '../entities/security.ts'
import { object } from '../entities/common.ts'
import { AccountCopy, AccountDeletion } from '../entities/own-data.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'
import Type from 'typebox'

/** All data that the portal stores about an account: download and deletion. */
export const ownDataEndpoints = {
  'GET /account/copy': {
    access: 'account',
    summary: 'How far the copy of what the portal holds of the own account is; null: there is none',
    reply: Type.Union([AccountCopy, Type.Null()]),
    errors: [],
  },
  'POST /account/copy': {
    access: 'account',
    proof: true,
    summary: 'Have a copy made of everything that the portal holds of the own account; a mail says when it is there',
    reply: AccountCopy,
    errors: ['service.storageFull'],
  },
  'POST /account/copy/opening': {
    access: 'account',
    proof: true,
    summary: 'Note that the copy is about to be fetched; the file itself asks for a proof of the last minutes, too',
    reply: AccountCopy,
    errors: ['notFound', 'export.notReady'],
  },
  'GET /account/copy/file': {
    access: 'account',
    proof: true,
    summary: 'The copy as a ZIP of JSON and CSV files',
    reply: Nothing,
    download: true,
    errors: ['notFound', 'export.notReady'],
  },
  'DELETE /account/copy': {
    access: 'account',
    summary: 'Stop the copy, or remove its file',
    reply: Nothing,
    errors: [],
  },
  'GET /account/deletion': {
    access: 'account',
    summary: 'What a deletion of the own account takes along, and whether it was asked for',
    reply: AccountDeletion,
    errors: [],
  },
  'POST /account/deletion': {
    access: 'account',
    proof: true,
    summary: 'Have the own account deleted after a time in which it can be taken back',
    body: object({ userName: UserName }),
    reply: AccountDeletion,
    errors: ['account.nameMismatch'],
  },
  'DELETE /account/deletion': {
    access: 'account',
    summary: 'Keep the own account after all',
    reply: AccountDeletion,
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>

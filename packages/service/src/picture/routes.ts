import { getPicture } from './station-picture.ts'
import type { Handlers } from '../http/handler.ts'

export const pictureRoutes = {
  'GET /pictures/:pictureId': async (service, { account, params }) => ({
    file: await getPicture(service, account.accountId, params.pictureId),
  }),
} satisfies Partial<Handlers>

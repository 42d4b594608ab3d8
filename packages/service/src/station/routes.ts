import { clearStationPicture, setStationPicture } from '../picture/station-picture.ts'
import { addStation, askDeletion, carryOutDeletion, changeStation, orderStations } from './edit.ts'
import { addStationByForm, changeStationByForm } from './form.ts'
import { getStation, listPlaces, listStations } from './list-stations.ts'
import { playAccountVideo, playStationVideo, streamPlayer } from './video.ts'
import type { Handlers } from '../http/handler.ts'

export const stationRoutes = {
  'POST /stations/form': async (service, { account, body, connection }) => {
    const { id, isRepeat } = await addStationByForm(service, account, body)
    if (isRepeat) connection.noteRepeat()
    return { data: await getStation(service, account.accountId, id) }
  },
  'PUT /stations/:stationId/form': async (service, { account, params, body, connection }) => {
    const { id, isRepeat } = await changeStationByForm(service, account, params.stationId, body)
    if (isRepeat) connection.noteRepeat()
    return { data: await getStation(service, account.accountId, id) }
  },
  'PUT /station-order': async (service, { body }) => {
    await orderStations(service, body.stationIds)
    return { data: null }
  },
  'PUT /stations/:stationId': async (service, { account, params, body }) => ({
    data: await changeStation(service, account.accountId, params.stationId, body),
  }),
  'POST /stations/:stationId/deletion': async (service, { account, params }) => ({
    data: await askDeletion(service, account.accountId, params.stationId),
  }),
  'DELETE /stations/:stationId': async (service, { account, params, body }) => {
    await carryOutDeletion(service, account.accountId, params.stationId, body)
    return { data: null }
  },
  'PUT /stations/:stationId/picture': async (service, { account, params, body }) => ({
    data: await setStationPicture(service, account.accountId, params.stationId, 'picture', body),
  }),
  'DELETE /stations/:stationId/picture': async (service, { params }) => {
    await clearStationPicture(service, params.stationId, 'picture')
    return { data: null }
  },
  'PUT /stations/:stationId/logo': async (service, { account, params, body }) => ({
    data: await setStationPicture(service, account.accountId, params.stationId, 'logo', body),
  }),
  'DELETE /stations/:stationId/logo': async (service, { params }) => {
    await clearStationPicture(service, params.stationId, 'logo')
    return { data: null }
  },
  'GET /account/video': async (service, { account }) => ({
    file: await playAccountVideo(service, account.accountId),
  }),
  'GET /video-player': async () => ({ file: await streamPlayer() }),
  'GET /stations/:stationId/video': async (service, { account, params }) => ({
    file: await playStationVideo(service, account.accountId, params.stationId),
  }),
  'GET /stations': (service, { account, query }) => listStations(service, account.accountId, query),
  'GET /stations/places': async (service, { account }) => ({ data: await listPlaces(service, account.accountId) }),
  'POST /stations': async (service, { account, body }) => ({
    data: await addStation(service, account.accountId, body),
  }),
  'GET /stations/:stationId': async (service, { account, params }) => ({
    data: await getStation(service, account.accountId, params.stationId),
  }),
} satisfies Partial<Handlers>

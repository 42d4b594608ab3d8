import '@helioport/time/worker'
import '@helioport/import'
import { answerInWorker } from './answer-worker.ts'

answerInWorker()

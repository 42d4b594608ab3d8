import '@helioport/time/node'
import '@helioport/import'
import { answerInWorker } from './answer-worker.ts'

answerInWorker()

import '@helioport/time/worker'
import { answerInWorker } from './answer-worker.ts'

answerInWorker()

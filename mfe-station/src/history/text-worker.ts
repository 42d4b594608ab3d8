import '@helioport/time/node'
import { answerInWorker } from './answer-worker.ts'

answerInWorker()

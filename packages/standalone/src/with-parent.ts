/**
 * Loaded before a program of the portal: the program ends when the process that started it is gone,
 * even if that was killed and could not say goodbye.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

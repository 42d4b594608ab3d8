import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { callWith } from './call.ts'
import type { Args, ArgsOf, ReadName, Reply, WriteName } from './endpoint-types.ts'
import type { Result } from './envelope.ts'

export interface SendOptions {
  /** Reads that the write makes stale. They are refetched when it was done, or may have been. */
  refreshes?: readonly ReadName[]
}

export interface SendState<N extends WriteName> {
  /** Rejects with `ApiError`, which is also kept in `error`. */
  send: (...args: ArgsOf<N>) => Promise<Result<Reply<N>>>
  isSending: boolean
  error: ApiError | undefined
  reset: () => void
}

/** A write with its state. It is sent once and never retried automatically. */
export function useSend<N extends WriteName>(name: N, options: SendOptions = {}): SendState<N> {
  const client = useQueryClient()
  const mutation = useMutation<Result<Reply<N>>, ApiError, Args<N> | undefined>({
    mutationFn: (args) => callWith(name, args, undefined),
    onSettled: async (_, error) => {
      // Without a reply it is unknown whether the write was done.
      if (error && error.status !== 0) return
      await Promise.all((options.refreshes ?? []).map((read) => client.invalidateQueries({ queryKey: [read] })))
    },
  })
  // An identical write in flight is not sent again: a double click is faster than the page disables its button.
  const underWay = useRef(new Map<string, Promise<Result<Reply<N>>>>())
  return {
    send: (...[args]) => {
      // Files are not compared.
      if (args?.body instanceof Blob) return mutation.mutateAsync(args)
      const key = JSON.stringify(args ?? {})
      const same = underWay.current.get(key)
      if (same) return same
      const sending = mutation.mutateAsync(args).finally(() => underWay.current.delete(key))
      underWay.current.set(key, sending)
      return sending
    },
    isSending: mutation.isPending,
    error: mutation.error ?? undefined,
    reset: mutation.reset,
  }
}

import type { AnswerOf, Call } from '#contract/kit.ts'
import { ConfirmDialog, type DialogProps } from '../ui/overlay/ConfirmDialog.tsx'
import type { Input } from './api.ts'
import { type ActionOptions, useAction } from './useAction.ts'

interface ConfirmActionProps<C extends Call>
  extends DialogProps,
    Pick<ActionOptions<AnswerOf<C>, Input<C>>, 'done' | 'failed' | 'words'> {
  call: C
  /** The call's input; undefined while the dialog is closed and asks about nothing. */
  input: Input<C> | undefined
  onDone?: (answer: AnswerOf<C>) => void
}

/** Asks before a call, makes it, closes, and says how it went. */
export function ConfirmAction<const C extends Call>(props: ConfirmActionProps<C>) {
  const { call, input, done, failed, words, onDone, busy = false, ...dialog } = props
  const action = useAction(call, { done, failed, words })
  const confirm = () => {
    if (input === undefined) return
    action.mutate(input, {
      ...(onDone && { onSuccess: onDone }),
      onSettled: dialog.onClose,
    })
  }
  return <ConfirmDialog {...dialog} busy={busy || action.isPending} onConfirm={confirm} />
}

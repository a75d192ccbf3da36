// The businesses of a person, each as a link, and a button to sign out.

import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Icon } from '../../../web/icons.tsx'
import { portal } from '../api.ts'
import { Button } from '../components/button.tsx'
import { useEnter } from '../session.tsx'
import { ROLE_NAMES, texts } from '../texts/shell.ts'
import type { Me } from '../wire.ts'

export const useSignOut = () => {
  const enter = useEnter()
  return useMutation({ mutationFn: () => portal.send('DELETE', '/session'), onSuccess: () => enter(null) })
}

export const ChooseBusiness = ({ me }: { me: Me }) => {
  const { mutate, isPending } = useSignOut()
  return (
    <>
      <nav aria-label={texts.yourBusinesses} className="stack">
        {me.businesses.map(({ business_id: id, name, prefix, role }) => (
          <Link key={id} href={`~/portal/${prefix}/live`} className="choice">
            <span className="grows">
              <span className="choice-label">{name}</span>
              <span className="hint block">{ROLE_NAMES[role]}</span>
            </span>
            <Icon name="right" />
          </Link>
        ))}
      </nav>
      <p className="hint">{me.user.email}</p>
      <Button isBusy={isPending} onClick={() => mutate()}>
        {texts.signOut}
      </Button>
    </>
  )
}

// The portal after sign-in: the choice of a business, and the pages of the chosen business.

import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { Empty, ErrorState, Loading } from '../components/states.tsx'
import type { Place } from '../scope.tsx'
import { PlaceContext } from '../scope.tsx'
import { useSession } from '../session.tsx'
import { texts } from '../texts/shell.ts'
import type { Me, Mode } from '../wire.ts'
import { ChooseBusiness } from './choose-business.tsx'
import { Plain } from './plain.tsx'

const SignIn = lazy(() => import('./sign-in.tsx'))
const Pages = lazy(() => import('./pages.tsx'))

const placeOf = (me: Me, prefix: string, mode: string): Place | null => {
  const business = me.businesses.find((each) => each.prefix === prefix.toUpperCase())
  if (!business || !(business.modes as string[]).includes(mode)) return null
  const { business_id: businessId, role } = business
  return { businessId, mode: mode as Mode, business, role, isTest: mode === 'test', isViewOnly: me.view_as !== null }
}

const OfBusiness = ({ me, prefix, mode }: { me: Me; prefix: string; mode: string }) => {
  const place = placeOf(me, prefix, mode)
  if (place === null)
    return (
      <Plain>
        <Empty icon="business" title={texts.unknownBusinessTitle}>
          {texts.unknownBusiness(prefix)}
        </Empty>
        <ChooseBusiness me={me} />
      </Plain>
    )
  return (
    // The key changes with the business and the mode. React then discards the state of the previous business or mode.
    <PlaceContext key={`${place.businessId}${mode}`} value={place}>
      <Pages />
    </PlaceContext>
  )
}

export const SignedIn = () => {
  const { data: me, error, refetch } = useSession()
  if (me === undefined)
    return <Plain>{error === null ? <Loading rows={2} /> : <ErrorState error={error} onRetry={() => void refetch()} />}</Plain>
  return (
    <Suspense fallback={<Plain>{<Loading rows={2} />}</Plain>}>
      {me === null ? (
        <SignIn />
      ) : (
        <Switch>
          <Route path="/:prefix/:mode" nest>
            {({ prefix, mode }) => <OfBusiness me={me} prefix={prefix} mode={mode} />}
          </Route>
          <Route>{me.businesses.length === 1 ? <Redirect to={`/${me.businesses[0]!.prefix}/live`} /> : <Choice me={me} />}</Route>
        </Switch>
      )}
    </Suspense>
  )
}

const Choice = ({ me }: { me: Me }) => (
  <Plain>
    <h1>{me.businesses.length === 0 ? texts.noBusinessTitle : texts.chooseTitle}</h1>
    <p className="hint">{me.businesses.length === 0 ? texts.noBusiness : texts.chooseLead}</p>
    <ChooseBusiness me={me} />
  </Plain>
)

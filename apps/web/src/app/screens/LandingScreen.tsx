import { useSession } from '../../api/account/session.ts';
import { DemoSection } from '../../features/landing/DemoSection.tsx';
import { FeatureCards } from '../../features/landing/FeatureCards.tsx';
import { Hero } from '../../features/landing/Hero.tsx';
import { InstallCommand } from '../../features/landing/InstallCommand.tsx';
import { LiveTry } from '../../features/landing/LiveTry.tsx';
import { OperatingPoints } from '../../features/landing/OperatingPoints.tsx';
import { VideoSection } from '../../features/landing/VideoSection.tsx';
import { paths } from '../paths.ts';

/** The landing page. */
export function LandingScreen() {
  const { isAuthenticated } = useSession();
  return (
    <>
      <title>Second Read: a second reader for medical images</title>
      <Hero
        isSignedIn={isAuthenticated}
        loginPath={paths.login}
        dashboardPath={paths.dashboard}
        performancePath={paths.performance}
        securityPath={paths.security}
      />
      <FeatureCards />
      <LiveTry />
      <OperatingPoints performancePath={paths.performance} />
      <DemoSection demoPath={paths.demo} />
      <VideoSection />
      <InstallCommand />
    </>
  );
}
